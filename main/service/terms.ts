/** Limits of an account; all of them can change while the service runs. */
export interface Terms {
  tokenLifetimeSeconds: number;
  /** null: no limit. */
  callsPerMinute: number | null;
  /** Results of one device per day of the account; null: no limit. */
  dailyResultsPerDevice: number | null;
  licences: number;
}
