/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  noLimit: 'No limit',
  forThisAccountEmptyNo:
    'For this account. Empty: no limit. As the calls run low, the refresh gets slower; the last tenth is kept for your own actions.',
  callsPerDay: 'Calls per day',
  requestsTheLastLocationOf:
    'Requests the last location of each device now, as fast as the limits of calls allow.',
  callsToday: 'Calls today',
  forgetThisLimit: 'Forget this limit',
  waypostCallsAsOftenAs:
    'Waypost calls as often as your setting allows, until the service refuses calls again.',
  today: 'Today',
  thisHour: 'This hour',
  byHour: 'By hour',
  endpoint: 'Endpoint',
  callsTodayByEndpoint: 'Calls today by endpoint',
  noCallsTodayYet: 'No calls today yet.',
  limits: 'Limits',
  allCallsByHour: 'All calls by hour',
  countedByTheServiceFor: 'Counted by the service for its day',
  countedByTheServiceForThe: 'Counted by the service for the last call',
  restOfTheDay: 'Rest of the day',
  callsByWaypost: 'Calls by Waypost',
  loading: 'Loading…',
  aWholeNumberFrom10: 'A whole number from 10 to 10,000,000, or nothing for no limit.',
} as const;
