// `npm run screenshots`: every picture of the documentation, from the real app: the scenes in light and dark
// (out/screenshots, those of the README copied to assets/screenshots), the pictures of the user guide
// (docs/guide/pictures) and the recording. `-- --only=fleet,guide,recording` selects scenes, the guide (or
// one of its pictures, as `guide/alerts`), or the recording.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { insideArguments, runAgainInside } from './inside.mjs';
import { resize, startService, withApp } from './screenshots/app.mjs';
import { guidePictures, takeGuidePictures } from './screenshots/guide.mjs';
import { takeRecording } from './screenshots/recording.mjs';
import { demoScenes, serviceScenes } from './screenshots/scenes.mjs';
import { setUp } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'out', 'screenshots');
const shown = path.join(root, 'assets', 'screenshots');
const inReadme = ['details-light', 'offline-dark'];
const usual = { width: 1440, height: 900 };
const otherSizes = [
  { width: 1024, height: 680 },
  { width: 1920, height: 1000 },
];
const settleMs = 1500;

async function shoot(page, name) {
  for (const theme of ['light', 'dark']) {
    // Playwright overrides the system theme.
    await page.emulateMedia({ colorScheme: theme });
    await sleep(settleMs);
    await page.screenshot({ path: path.join(out, `${name}-${theme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function shootSizes(app, page) {
  for (const size of otherSizes) {
    await resize(app, page, size);
    await sleep(settleMs);
    await page.screenshot({ path: path.join(out, `fleet-${size.width}x${size.height}.png`) });
  }
  await resize(app, page, usual);
}

/** Takes the chosen scenes of one profile. */
function takeScenes(scenesOf, { switches = [], service = null }, isChosen) {
  return withApp({ switches, size: usual }, async ({ app, page }) => {
    for (const [name, lead] of Object.entries(scenesOf({ page, service }))) {
      await lead();
      if (!isChosen(name)) continue;
      await shoot(page, name);
      if (name === 'fleet') await shootSizes(app, page);
      console.log(`screenshots: ${name}`);
    }
  });
}

/** `only` absent: everything. */
async function takePictures(only) {
  const isChosen = (name) => !only || only.includes(name);
  const hasChosen = (scenesOf) => Object.keys(scenesOf({})).some(isChosen);
  fs.mkdirSync(out, { recursive: true });
  if (hasChosen(demoScenes)) await takeScenes(demoScenes, { switches: ['--demo'] }, isChosen);
  if (hasChosen(serviceScenes)) {
    const service = await startService();
    try {
      await takeScenes(serviceScenes, { service }, isChosen);
    } finally {
      await service.stop();
    }
  }
  fs.mkdirSync(shown, { recursive: true });
  for (const name of inReadme) {
    const picture = path.join(out, `${name}.png`);
    if (fs.existsSync(picture)) fs.copyFileSync(picture, path.join(shown, `${name}.png`));
  }
  const ofGuide = guidePictures.filter((name) => isChosen('guide') || isChosen(`guide/${name}`));
  if (ofGuide.length > 0) await takeGuidePictures(ofGuide);
  if (isChosen('recording')) await takeRecording();
  console.log(`screenshots: in ${out}, ${shown} and docs/guide/pictures`);
}

const args = insideArguments();
if (args) {
  const only = args.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
  await takePictures(only?.split(','));
} else {
  const dist = await setUp({ purpose: 'test' });
  const again = () => runAgainInside(dist, import.meta.filename, process.argv.slice(2));
  process.exitCode = dist ? await again() : 1;
}
