/** When each start-up step finished, epoch milliseconds. */
export interface StartMarks {
  processStart: number;
  mainEntry: number;
  ready: number;
  windowMade: number;
  restored: number;
}
