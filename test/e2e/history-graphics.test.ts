import { expect, test } from '../support/fixtures';
import { t } from '../support/english';
import { isAllHere, noonOfYesterday, openDrive } from '../support/history-page';

const minuteMs = 60_000;

/** A quarter of an hour in the yard, a drive north, a quarter of an hour there. */
function drive(): object[] {
  const noon = noonOfYesterday();
  const fix = (at: number, latitude: number, speed: number) => ({
    dateTime: new Date(noon + at).toISOString(),
    latitude,
    longitude: 4.84,
    speed,
  });
  const stands = (from: number, latitude: number) =>
    Array.from({ length: 15 }, (_, i) => fix(from + i * minuteMs, latitude, 0));
  const way = Array.from({ length: 60 }, (_, i) =>
    fix(15 * minuteMs + i * 10_000, 45.76 + i * 0.001, 11),
  );
  return [...stands(0, 45.76), ...way, ...stands(25 * minuteMs, 45.82)];
}

test('the history map recovers after losing its graphics context, with changes made since', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const { page, errors } = app;
  await openDrive(app, service, drive());
  await expect(page.getByText(isAllHere)).toBeVisible();
  const stops = page
    .getByRole('table', { name: 'Trips and stops' })
    .getByRole('row', { name: /^Stop of Van 9/ });
  await expect(stops).toHaveCount(2);
  const map = page.getByRole('region', { name: t('history.map'), includeHidden: true });
  const canvas = map.locator('canvas.maplibregl-canvas');
  /**
   * Only what the graphics card draws. The rest of the page lies above the map, and its rounded
   * corners differ by one level of colour from one picture to the next.
   */
  const picture = async () => {
    await map.evaluate((element: HTMLElement) => {
      element.style.visibility = 'hidden';
    });
    await canvas.evaluate((element: HTMLCanvasElement) => {
      element.style.visibility = 'visible';
    });
    return canvas.screenshot();
  };
  /** The same when the map has stopped moving: several pictures in a row are equal. */
  const still = async () => {
    let last: Buffer | null = null;
    let equal = 0;
    await expect
      .poll(async () => {
        const before: Buffer | null = last;
        last = await picture();
        equal = before?.equals(last) ? equal + 1 : 0;
        return equal;
      })
      .toBeGreaterThanOrEqual(3);
    return last! as Buffer;
  };
  await stops.first().click();
  const before = await still();
  await stops.last().click();
  await expect.poll(async () => (await still()).equals(before)).toBe(false);

  await canvas.evaluate(
    (element: HTMLCanvasElement) =>
      new Promise((resolve) => {
        element.addEventListener('webglcontextlost', resolve, { once: true });
        const way = element.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
        element.addEventListener('restore', () => way.restoreContext(), { once: true });
        way.loseContext();
      }),
  );
  await stops.first().click();
  await canvas.evaluate(
    (element: HTMLCanvasElement) =>
      new Promise((resolve) => {
        element.addEventListener('webglcontextrestored', resolve, { once: true });
        element.dispatchEvent(new Event('restore'));
      }),
  );
  await expect.poll(async () => (await picture()).equals(before)).toBe(true);
  expect(errors).toEqual([]);
});
