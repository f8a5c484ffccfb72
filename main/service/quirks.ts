/**
 * The readings that the wire contract leaves open, each as a switch, so that a client can be tested
 * with all of them. The defaults are the contract's preferred readings.
 */
export interface Quirks {
  /** A refused token exchange: 200 with `success: false`, the same with 401, or the older shape. */
  tokenRefusal: 'ok' | 'unauthorized' | 'older';
  /** Whether a new key also revokes the tokens issued for the old one. */
  newKeyEndsTokens: boolean;
  /** Whether expired devices are left out of the list ("active devices"). */
  expiredDevices: 'listed' | 'leftOut';
  /**
   * What an expiration date ends. `device`: the device, which frees its licence (specification sections
   * 3 and 8). `limits`: only the daily limits (section 2.3), while the device keeps its licence. `both`:
   * what all three sections say.
   */
  expiryEnds: 'both' | 'device' | 'limits';
  /**
   * An activation while Expires is on and its date has been reached: Expires is switched off and the
   * date stays stored, the activation is refused with 409, or Expires stays on and does not count again.
   */
  activationAfterDate: 'switchedOff' | 'refused' | 'kept';
  /** How an unset member is sent. */
  unset: 'null' | 'absent';
  emptyLists: 'array' | 'null' | 'absent';
  neverReported: 'null' | 'absent' | 'notFound';
  /** Where a single group or user is in the response. */
  singleRecord: 'flat' | 'named' | 'data';
  lists: 'envelope' | 'bare';
  zone: 'utc' | 'none';
  /** `mixed`: fractions only where there are any. */
  fractions: 'mixed' | 'always' | 'never';
  numbers: 'numbers' | 'text';
  success: 'present' | 'absent';
  /** Refused calls (400, 404, 409): with their status, or 200 and `success: false`. */
  refusals: 'status' | 'ok';
  /** `error` of a successful group call. */
  groupError: 'null' | 'absent';
  createStatus: 200 | 201;
  deleteAnswer: 'envelope' | 'empty';
  patchTest: 'applied' | 'refused';
  patchMediaType: 'any' | 'json' | 'jsonPatch';
  duplicateStatus: 409 | 400;
  /** Widest range of one call in milliseconds, and how a wider one is refused. */
  longestRangeMs: number | null;
  rangeRefusal: 400 | 408;
  /** Order of locations and alerts. */
  rangeOrder: 'ascending' | 'descending';
  /** The most locations or alerts in one answer, and which of them are sent. */
  mostRangeRecords: number | null;
  returnedRecords: 'first' | 'last';
  /** The range that is answered: the requested one, an hour more on both sides, or the last 24 hours. */
  rangeBounds: 'requested' | 'hourMore' | 'ignored';
  /** Members of locations and alerts: time and place under other names, only the place, or unreadable. */
  rangeMembers: 'documented' | 'renamed' | 'renamedPlace' | 'unreadable';
  /** Which of the two readings of `locations` and `alerts` is served. */
  reportCalls: 'both' | 'query';
  lastLocationBy: 'time' | 'arrival';
  alertShape: 'notifications' | 'older';
  /** The unit of `speed` in the demo fleet's fixes; no document of today states one. */
  speedUnit: 'm/s' | 'km/h';
  country: 'code' | 'name' | 'alpha3';
  /** What `apiUsage` counts: this call, or every call of the account today. */
  usage: 'call' | 'total' | 'absent';
  /** Adds undocumented members. */
  unknownFields: boolean;
  /** Adds unreadable records to every list. */
  badRecords: boolean;
  retryAfter: 'seconds' | 'date' | 'absent';
}

/** What `unknownFields` adds to records and envelopes. */
export const undocumentedMembers = {
  revision: 7,
  hints: { colour: 'teal', shownIn: ['list', 'map'] },
};

export const defaultQuirks: Quirks = {
  tokenRefusal: 'ok',
  newKeyEndsTokens: true,
  expiredDevices: 'listed',
  expiryEnds: 'both',
  activationAfterDate: 'switchedOff',
  unset: 'null',
  emptyLists: 'array',
  neverReported: 'null',
  singleRecord: 'flat',
  lists: 'envelope',
  zone: 'utc',
  fractions: 'mixed',
  numbers: 'numbers',
  success: 'present',
  refusals: 'status',
  groupError: 'null',
  createStatus: 201,
  deleteAnswer: 'envelope',
  patchTest: 'applied',
  patchMediaType: 'any',
  duplicateStatus: 409,
  longestRangeMs: null,
  rangeRefusal: 400,
  rangeOrder: 'ascending',
  mostRangeRecords: null,
  returnedRecords: 'first',
  rangeBounds: 'requested',
  rangeMembers: 'documented',
  reportCalls: 'both',
  lastLocationBy: 'time',
  alertShape: 'notifications',
  speedUnit: 'm/s',
  country: 'code',
  usage: 'call',
  unknownFields: false,
  badRecords: false,
  retryAfter: 'seconds',
};
