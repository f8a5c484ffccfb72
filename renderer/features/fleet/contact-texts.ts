/** The texts of the telephone number of a device, and of what is told to others about it. */
export const contactTexts = {
  noNumber: 'No phone number is known',
  call: 'Call',
  copy: 'Copy',
  simOfTheTracker: 'SIM card of the tracker',
  tag: (name: string) => `Tag “${name}”`,
  phoneNumber: (of: string) => `Phone number: ${of}`,
  callNumber: (number: string) => `Call ${number}`,
  copyNumber: (number: string) => `Copy ${number}`,
  noCalls: 'No program on this computer makes phone calls',
  numberCopied: (number: string) => `${number} was copied instead.`,
  notCalled: 'The call was not started.',
  copyAsText: 'Copy as text',
  copied: 'Copied as text',
  notCopied: 'Nothing was copied.',
} as const;

/** The lines of a text about a device or an alert, for a message to somebody else. */
export const lineTexts = {
  place: (place: string) => `Place: ${place}`,
  coordinates: (coordinates: string) => `Coordinates: ${coordinates}`,
  noPosition: 'Position: not known',
  reported: (moment: string, age: string) => `Reported: ${moment} (${age})`,
  phone: (number: string, of: string) => `Phone: ${number} (${of})`,
  map: (address: string) => `Map: ${address}`,
} as const;
