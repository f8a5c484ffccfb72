export const limitsMessages = {
  keep: 'Keep',
  set: 'Set to',
  remove: 'Remove the limit',
  unchanged: 'Unchanged',
  notWhole: 'Enter a whole number, 0 or more.',
  fieldOf: (field: string, device: string) => `${field} of ${device}`,
  showLimits: (device: string) => `${device}: show its limits`,
  stated: (moment: string, zone: string) =>
    `The service states ${moment}. Days are in the time zone ${zone}.`,
  startOf: (day: string, zone: string) => `From the start of ${day} (${zone}).`,
  someDayIn: (zone: string) => `A day in the time zone ${zone}.`,
  countersRestart: (zone: string) => `They start again each day in the time zone ${zone}.`,
  /** `limit`: "Daily SMS limit". */
  perDay: (limit: string) => `${limit}, a day`,
  ended: (day: string) =>
    `These limits ended on their expiration date, ${day}. They hold again with a later date, or with Expires off.`,
  countersReceived: (age: string) => `Counters received ${age}.`,
};
