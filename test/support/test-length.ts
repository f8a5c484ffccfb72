/** Whether this is the long run (`npm run test:long`); `npm test` runs samples of the same tests. */
export const isLongRun = process.env['WAYPOST_TEST_LENGTH'] === 'long';

/** The number of inputs, kills or runs of a test: a sample in `npm test`, all of them in the long run. */
export function amount({ sample, long }: { sample: number; long: number }): number {
  return isLongRun ? long : sample;
}
