// The recording of the README: 20 seconds of the demo as an animated GIF. It is made frame by frame: each
// frame lasts `frameMs` in the recording, however long this machine needed for it.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseLayout, details, goTo, isLive, search, table, withApp } from './app.mjs';
import { encodeGif } from './gif.mjs';
import { addPointer, createDirector } from './pointer.mjs';
import { demoFixesMs } from './scenes.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
export const recordingFile = path.join(root, 'assets', 'screenshots', 'recording.gif');
const size = { width: 1200, height: 750 };
const shown = { width: 960, height: 600 };
/** Until what was opened is drawn. */
const settleMs = 1500;
/** From the whole fleet to the streets around a device. */
const streetSteps = 4;
const zoomMs = 600;
const frameMs = 125;
const seconds = 20;
const frameCount = (seconds * 1000) / frameMs;
export const mostBytes = 3_000_000;

/** What the window shows, as RGBA. */
async function grab(app) {
  const text = await app.evaluate(async ({ BrowserWindow }, to) => {
    const picture = await BrowserWindow.getAllWindows()[0].webContents.capturePage();
    return picture
      .resize({ ...to, quality: 'best' })
      .toBitmap()
      .toString('base64');
  }, shown);
  const pixels = new Uint8Array(Buffer.from(text, 'base64'));
  for (let i = 0; i < pixels.length; i += 4) {
    const blue = pixels[i];
    pixels[i] = pixels[i + 2];
    pixels[i + 2] = blue;
  }
  return pixels;
}

/** The scenes, in order; `hold(t)` records t seconds. What is not held is not in the recording. */
async function play({ page, hold, moveTo, click, type, say }) {
  const searchBox = page.getByRole('searchbox', { name: 'Search devices' });
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  await say('The fleet, with the age of every position');
  await hold(1.6);
  await say('Find a device');
  await moveTo(searchBox, 0.6);
  await searchBox.focus();
  await type(['v', 'va', 'van', 'van 7', 'van 71'], (text) => search(page, text));
  await hold(0.5);
  await click(table(page).getByRole('row').nth(1), 0.4, { x: 90, y: 12 });
  await details(page).waitFor();
  await say('Where it is, and what is known about it');
  await hold(2);
  await closeDetails(page);
  await searchBox.fill('');
  await openMovingDevice(page);
  await chooseLayout(page, 'Map');
  const follow = details(page).getByRole('button', { name: /^Follow/ });
  await follow.click();
  for (let i = 0; i < streetSteps; i += 1) {
    await zoomIn.click();
    await sleep(zoomMs);
  }
  await follow.click();
  await sleep(settleMs);
  await say('Follow a device');
  await click(follow, 0.6);
  await hold(0.8);
  await click(zoomIn, 0.5);
  await hold(1.6);
  await click(details(page).getByRole('button', { name: 'Today’s track' }), 0.4);
  await page.getByRole('region', { name: 'Playback' }).waitFor();
  await sleep(settleMs);
  await say('Its day, played back');
  await hold(0.5);
  await click(page.getByRole('button', { name: 'Play', exact: true }), 0.4);
  await playBack(page, hold, 2.6);
  await goTo(page, 'Limits');
  await sleep(settleMs);
  await say('Limits of e-mails and SMS');
  await hold(0.6);
  await click(page.getByRole('button', { name: /^Will reach a limit today/ }), 0.5);
  await hold(1.4);
  await goTo(page, 'Fleet');
  await closeDetails(page);
  await sleep(settleMs);
  await say('Light and dark');
  await hold(1);
  await page.emulateMedia({ colorScheme: 'dark' });
  await sleep(2 * settleMs);
}

/** Beside the map they cover the list. */
const closeDetails = (page) => details(page).getByRole('button', { name: 'Close details' }).click();

/** Selects a device that moves now. */
async function openMovingDevice(page) {
  const states = page.getByRole('group', { name: 'State' });
  const moving = states.getByRole('button', { name: 'Moving' });
  await moving.click();
  await table(page)
    .getByRole('row')
    .nth(2)
    .click({ position: { x: 90, y: 12 } });
  await details(page)
    .getByText(/^Moving/)
    .waitFor();
  await moving.click();
}

/** Clicks on the chart a step further for each frame: while frames are taken, playback itself hardly gets on. */
async function playBack(page, hold, duration) {
  const chart = page.getByRole('slider', { name: 'Moment' }).locator('.u-over');
  const { width, height } = await chart.boundingBox();
  const steps = Math.round((duration * 1000) / frameMs);
  for (let i = 1; i <= steps; i += 1) {
    const position = { x: (width * 0.9 * i) / steps, y: height / 2 };
    await chart.click({ position });
    await hold(frameMs / 1000);
  }
}

/** With as many colours as fit into `mostBytes`. */
function encodeSmall(frames) {
  for (const colours of [255, 127, 63]) {
    const gif = encodeGif(frames, { ...shown, frameMs, colours });
    if (gif.length <= mostBytes) return gif;
  }
  throw new Error(`the recording is larger than ${mostBytes} bytes`);
}

/** Records the demo into the README's recording. */
export async function takeRecording() {
  const frames = [];
  await withApp({ switches: ['--demo'], size }, async ({ app, page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await isLive(page);
    await sleep(demoFixesMs);
    await addPointer(page);
    const hold = async (duration) => {
      const end = Math.min(frameCount, frames.length + Math.round((duration * 1000) / frameMs));
      while (frames.length < end) {
        const startedAt = performance.now();
        frames.push(await grab(app));
        await sleep(Math.max(0, frameMs - (performance.now() - startedAt)));
      }
    };
    await play({ page, hold, ...createDirector(page, hold) });
    await hold(seconds);
  });
  const gif = encodeSmall(frames);
  fs.mkdirSync(path.dirname(recordingFile), { recursive: true });
  fs.writeFileSync(recordingFile, gif);
  console.log(`screenshots: recording (${seconds} s, ${Math.round(gif.length / 1000)} kB)`);
}
