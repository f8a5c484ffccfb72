import { expect, type Page } from '@playwright/test';

const mapCanvas = (page: Page) => page.locator('canvas.maplibregl-canvas');

/**
 * Presses "Fit all" and waits until the map has stopped moving: two screenshots in a row are the
 * same. A click on the map during the animation would end it.
 */
export async function fitAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit all' }).click();
  let before: Buffer | null = null;
  await expect(async () => {
    const now = await mapCanvas(page).screenshot();
    const isSame = before?.equals(now) === true;
    before = now;
    expect(isSame, 'the map rests').toBe(true);
  }).toPass({ intervals: [200], timeout: 10_000 });
}

/** The current centre of the map; panes beside it open and close. */
export async function middleOfMap(page: Page): Promise<{ x: number; y: number }> {
  const box = (await mapCanvas(page).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
