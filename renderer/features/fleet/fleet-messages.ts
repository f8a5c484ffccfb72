/** The texts with values of this feature. */
export const messages = {
  batteryBelow: (percent: number) => `The last report has a battery level below ${percent} %.`,
  expiresWithin: (days: number) => `The device expires within ${days} days.`,
  sample: (coordinates: string) => `Sample: ${coordinates}`,
  noLongerListedSince: (moment: string, age: string) =>
    `No longer listed since ${moment} (${age}). This is the last known copy.`,
  criticalAlertInReport: (alerts: string) => `Critical alert in the last report: ${alerts}`,
  inLastReport: (alerts: string) => `In the last report: ${alerts}`,
  description: (text: string) => `Description: ${text}`,
  phone: (text: string) => `Phone: ${text}`,
  tag: (text: string) => `Tag: ${text}`,
  deviceId: (text: string) => `Id: ${text}`,
  note: (text: string) => `Note: ${text}`,
  notListedSince: (moment: string) =>
    `The service has not listed this device since ${moment}. This is the last known copy.`,
  dayInZone: (day: string, zone: string) => `${day} (${zone})`,
  expiredWhen: (days: string) => `expired ${days}`,
  expiresOn: (day: string, days: string) => `${day}, when the day begins (${days})`,
  expiresAt: (day: string, time: string, days: string) => `${day}, ${time} (${days})`,
  noExpiryUntil: (day: string) => `No expiry (${day})`,
  datePassed: (days: string) => `date passed ${days}`,
  notCurrent: (text: string) => `Not current: ${text}`,
  notCurrentAt: (text: string, moment: string) => `Not current: ${text} at ${moment}`,
  asJson: (title: string) => `${title} as JSON`,
  estimatedPosition: (place: string, span: string) =>
    `Estimated position now: ${place}, ${span} after the last report`,
  filterGroup: (group: string) => `group ${group}`,
  filterSearch: (search: string) => `search “${search}”`,
  filterStates: (states: string) => `state ${states}`,
  filterOlderThan: (span: string) => `last report older than ${span}`,
  filterAttention: (reason: string) => `needs attention: ${reason}`,
  listNotComplete: (devices: string) => `List not complete: ${devices} so far. `,
  matchedOfTotal: (matched: string, total: string) => `${matched} of ${total}`,
  ofChecked: (matched: string, checked: string) => `${matched} of ${checked} checked`,
  stateOfChecked: (state: string, matched: string, checked: string) =>
    `${state} ${matched} of ${checked} checked`,
  stateMeaning: (state: string, meaning: string) => `${state}: ${meaning}`,
  checkedSoFar: (checked: string, devices: string) => `${checked} of ${devices} checked so far`,
  checkedWithin: (checked: string, devices: string, time: string, calls: string) =>
    `${checked} of ${devices} checked so far. Each device is checked within ${time}, at ${calls} a minute.`,
  noneOfChecked: (checked: string, devices: string) =>
    `None of the devices checked so far match the search and the filters: ${checked} of ${devices}.`,
  matchedShown: (matched: string) => `${matched} shown`,
  withinOfTown: (distance: string, town: string, country: string) =>
    `Within ${distance} of ${town}, ${country}`,
  noTownNamed: (asked: string) => `No town named ${asked} is known`,
  valueFrom: (text: string, member: string) => `${text} (from ${member})`,
  valueNotUnderstood: (text: string, unread: string) => `${text} (not understood: ${unread})`,
  countToday: (count: string) => `${count} today`,
  countDayNotKnown: (count: string) => `${count}, day not known`,
  countYesterday: (count: string) => `${count} yesterday`,
  countOnDay: (count: string, day: string) => `${count} on ${day}`,
  speedAt: (speed: string, moment: string) => `${speed} at ${moment}`,
  sentWithAssumedUnit: (value: string, unit: string) =>
    `Sent as ${value}. The unit is assumed to be ${unit}, as set in Settings.`,
  sentInDegrees: (value: string) => `Sent as ${value}, in degrees from north.`,
  sentInSeconds: (value: string) => `Sent as ${value} seconds.`,
  lastKnownCopy: (message: string) => `This is the last known copy. The service says: “${message}”`,
  mayBeOutOfDate: (age: string) => `Values from ${age} may be out of date.`,
  olderPositionReported: (time: string) =>
    `The service now reports an older position of ${time}. The newest one received is shown.`,
  futureReportSent: (time: string) =>
    `The service now sends a report dated in the future: ${time}. The one before is shown.`,
  behindReportSent: (time: string) =>
    `The service now sends a report dated ${time}, before devices were tracked. The one before is shown.`,
  behindReportCorrected: (time: string, corrected: string) =>
    `The service now sends a report dated ${time}, before devices were tracked. If the week counter of its GPS receiver has wrapped, the report is of ${corrected}. The one before is shown.`,
  dateIsWrong: (time: string) => `${time}, which is before devices were tracked`,
  dateIsCorrected: (time: string, corrected: string) =>
    `${time}, which is before devices were tracked. If the week counter of the GPS receiver has wrapped, it was ${corrected}`,
  sentInRevolutions: (sent: string) => `Sent as ${sent}, in revolutions per minute.`,
  unitAssumed: (unit: string) =>
    `The unit is assumed to be ${unit}, because the service does not state it.`,
  sentStraightLines: (sent: string, assumed: string) =>
    `Sent as ${sent}. Measured in straight lines. ${assumed}`,
  sentWithNote: (sent: string, assumed: string) => `Sent as ${sent}. ${assumed}`,
  inputOnFor: (input: number) => `Input ${input} on for`,
  notUnderstood: (original: string) => `Not understood: ${original}`,
  unitNotDocumented: (value: string) => `${value} (unit not documented)`,
  accessory: (number: number) => `Accessory ${number}`,
};
