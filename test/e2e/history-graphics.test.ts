import { expect, test } from '../support/fixtures';
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
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const app = await start();
  const { page, errors } = app;
  await openDrive(app, service, drive());
  await page.getByRole('button', { name: /^Fetch \(\d+ calls?\)$/ }).click();
  await expect(page.getByText(isAllHere)).toBeVisible();
  const stops = page
    .getByRole('table', { name: 'Trips and stops' })
    .getByRole('row', { name: /^Stop of Van 9/ });
  await expect(stops).toHaveCount(2);
  const map = page.getByRole('region', { name: 'Map of the tracks' });
  /** Without the markers and the legend, which are not drawn by the graphics card. */
  const picture = async () => {
    const legend = map.getByRole('region', { name: 'Legend', includeHidden: true });
    for (const overlay of [map.locator('.maplibregl-marker'), legend]) {
      await overlay.evaluateAll((elements) => {
        for (const element of elements as HTMLElement[]) element.style.visibility = 'hidden';
      });
    }
    return map.screenshot();
  };
  /** The same when the map has stopped moving. */
  const still = async () => {
    let last: Buffer | null = null;
    await expect
      .poll(async () => {
        const before = last;
        last = await picture();
        return before !== null && before.equals(last);
      })
      .toBe(true);
    return last! as Buffer;
  };
  await stops.first().click();
  const before = await still();
  await stops.last().click();
  await expect.poll(async () => (await still()).equals(before)).toBe(false);

  const canvas = map.locator('canvas.maplibregl-canvas');
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
