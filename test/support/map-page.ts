import { expect, type Page } from '@playwright/test';

const mapCanvas = (page: Page) => page.locator('canvas.maplibregl-canvas');

/** Waits until the map has stopped moving: two screenshots in a row are the same. */
export async function mapRests(page: Page): Promise<void> {
  let before: Buffer | null = null;
  await expect(async () => {
    const now = await mapCanvas(page).screenshot();
    const isSame = before?.equals(now) === true;
    before = now;
    expect(isSame, 'the map rests').toBe(true);
  }).toPass({ intervals: [200], timeout: 10_000 });
}

/** Presses "Fit all" and waits until the map rests. A click on it during the animation would end it. */
export async function fitAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit all' }).click();
  await mapRests(page);
}

/** Opens a tool of the map; one with a menu of its own shows it. */
export async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Pixels of the map with one of these colours, in a picture of it. */
export async function pixelsOf(page: Page, colours: readonly string[]): Promise<number> {
  const picture = await page.locator('canvas.maplibregl-canvas').screenshot();
  return page.evaluate(
    async ([data, wanted]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
      const near = (at: number, colour: string) =>
        [0, 1, 2].every((part) => {
          const value = Number.parseInt(colour.slice(1 + 2 * part, 3 + 2 * part), 16);
          return Math.abs(bytes[at + part]! - value) <= 2;
        });
      let found = 0;
      for (let at = 0; at < bytes.length; at += 4) {
        if (wanted.some((colour) => near(at, colour))) found += 1;
      }
      return found;
    },
    [picture.toString('base64'), colours] as const,
  );
}

/** The current centre of the map; panes beside it open and close. */
export async function middleOfMap(page: Page): Promise<{ x: number; y: number }> {
  const box = (await mapCanvas(page).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

interface Spot {
  x: number;
  y: number;
}

const mercatorY = (latitude: number) =>
  Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));

/** The coordinates that the menu of a place shows for a pixel of the window. */
async function coordinatesAt(page: Page, { x, y }: Spot): Promise<[number, number]> {
  // As if nobody had looked.
  const focused = await page.evaluateHandle(() => document.activeElement as HTMLElement | null);
  await page.mouse.click(x, y, { button: 'right' });
  const menu = page.getByRole('menu');
  const shown = /^(-?[\d.]+), (-?[\d.]+)/.exec((await menu.textContent()) ?? '');
  expect(shown, 'the place has a menu').not.toBeNull();
  // Escape is for the menu once it has the focus.
  await expect
    .poll(() => menu.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await focused.evaluate((element) => element?.focus());
  return [Number(shown![1]), Number(shown![2])];
}

/** The part of the map that neither its buttons nor the sources cover. */
export async function visiblePartOfMap(page: Page) {
  const { x, y, width, height } = (await mapCanvas(page).boundingBox())!;
  const buttons = (await page.getByRole('group', { name: 'Map controls' }).boundingBox())!;
  const sources = (await page.locator('.maplibregl-ctrl-attrib').first().boundingBox())!;
  const isColumn = buttons.height > buttons.width;
  const top = isColumn ? y : buttons.y + buttons.height;
  const bottom = Math.min(y + height, sources.y);
  return { x, y: top, width: (isColumn ? buttons.x : x + width) - x, height: bottom - top };
}

/** Where a place is drawn, pixels of the window, by what the map says of two other pixels. */
export async function pixelOf(
  page: Page,
  { latitude, longitude }: { latitude: number; longitude: number },
): Promise<Spot> {
  const { x, y, width, height } = await visiblePartOfMap(page);
  const a = { x: Math.round(x + 0.2 * width), y: Math.round(y + 0.4 * height) };
  const b = { x: Math.round(x + 0.8 * width), y: Math.round(y + 0.6 * height) };
  const [latitudeA, longitudeA] = await coordinatesAt(page, a);
  const [latitudeB, longitudeB] = await coordinatesAt(page, b);
  /** The shorter way around the world. */
  const east = (of: number) => ((((of - longitudeA + 180) % 360) + 360) % 360) - 180;
  const south = (of: number) => mercatorY(latitudeA) - mercatorY(of);
  return {
    x: a.x + ((b.x - a.x) * east(longitude)) / east(longitudeB),
    y: a.y + ((b.y - a.y) * south(latitude)) / south(latitudeB),
  };
}
