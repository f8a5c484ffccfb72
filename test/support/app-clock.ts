import type { App } from './app';

/** Sets the clock of a running Waypost ahead, in its main process and its window. */
export async function setClockAhead({ electron, page }: App, ms: number): Promise<void> {
  await electron.evaluate((_electron, by) => {
    const before = Date.now.bind(Date);
    Date.now = () => before() + by;
  }, ms);
  await page.evaluate((by) => {
    const before = Date.now.bind(Date);
    Date.now = () => before() + by;
  }, ms);
}
