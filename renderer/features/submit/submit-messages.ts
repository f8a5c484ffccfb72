/** The texts with values of this feature. */
export const messages = {
  speedIn: (unit: string) => `Speed (${unit})`,
  unusuallyFast: (speed: string, unit: string) =>
    `Unusually fast for a vehicle: ${speed} ${unit}. Check the number and its unit.`,
  waitsToBeOpened: (file: string) => `“${file}” waits to be opened`,
  wasNotOpened: (file: string) => `“${file}” was not opened`,
  dateAndTimeIn: (zone: string) => `Date and time (${zone})`,
  lastKnownPlace: (moment: string) => `Last known place, ${moment}`,
  whichOfTracks: (tracks: string) => `Which of ${tracks} in the file`,
};
