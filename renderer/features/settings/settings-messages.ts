/** The texts with values of this feature. */
export const messages = {
  keyFor: (name: string) => `Key for ${name}`,
  notSaved: (problem: string, value: number) => `${problem} Not saved: it is still ${value}.`,
  notAServiceReport: (file: string) => `“${file}” is not a service report`,
  reportWithoutDifferences: (service: string) =>
    `Report on ${service}: it does everything as Waypost assumes.`,
  reportWithDifferences: (service: string, differences: string) =>
    `Report on ${service}: ${differences}.`,
  assumedAndFound: (expectation: string, source: string, mark: string, found: string) =>
    `Assumed: ${expectation} (${source}, ${mark}). Found: ${found}.`,
  afterMinutes: (count: number) => `After ${count} minutes`,
  atPresent: (zone: string) => `At present ${zone}.`,
  computerZoneUnknown: (zone: string) =>
    `This computer names no time zone that can be used. At present ${zone}, as far as its clock is from UTC.`,
  timesAreIn: (zone: string) =>
    `Times are shown in ${zone}, as far as the clock of this computer is from UTC now. Clock changes in summer and winter are not known.`,
  movingAbove: (unit: string) => `Moving above (${unit})`,
  days: (count: number) => `${count} days`,
  daysInAccountZone: (zone: string) => `Days are in the account’s time zone, ${zone}.`,
  daysInComputerZone: (zone: string) =>
    `Days are in this computer’s time zone, ${zone}. The account’s is not provided by the service.`,
  accountsNotNamed: (accounts: number) =>
    `The keychain does not name ${accounts} accounts. Connect with their service addresses and user names.`,
  typeANumber: (min: number, max: number) => `Type a number from ${min} to ${max}.`,
  mustBeBetween: (min: number, max: number) => `It must be from ${min} to ${max}.`,
  digitsAfterThePoint: (most: number) => {
    if (most === 0) return 'Only whole numbers are valid here.';
    return most === 1
      ? 'At most 1 digit after the point.'
      : `At most ${most} digits after the point.`;
  },
};
