// Builds the app several times, each time with the modules that draw devices and tracks replaced. The
// sources of the app are independent of this.
import fs from 'node:fs';
import path from 'node:path';
import { copyAssets, nodeBuild, nodeEntries, windowBuild } from '../../../scripts/build.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const map = 'renderer/features/map';

/** Modules of the app and their replacements in this folder. */
export const variants = {
  own: {
    [`${map}/fleet/symbol-layer.ts`]: 'devices-own.ts',
    [`${map}/track/track-layer.ts`]: 'tracks-own.ts',
    [`${map}/track/track-picture.ts`]: 'many-pieces.ts',
  },
  cluster: {
    [`${map}/fleet/symbol-layer.ts`]: 'devices-cluster.ts',
    [`${map}/fleet/scene.ts`]: 'scene-whole.ts',
    [`${map}/fleet/labels.ts`]: 'labels-none.ts',
    [`${map}/engine/coverage.ts`]: 'coverage-whole.ts',
    'renderer/features/fleet-data/map-answers.ts': 'feed-whole.ts',
  },
  maplibre: {
    [`${map}/fleet/symbol-layer.ts`]: 'devices-grid.ts',
    [`${map}/fleet/scene.ts`]: 'scene-whole.ts',
    [`${map}/fleet/labels.ts`]: 'labels-grid.ts',
    [`${map}/track/track-layer.ts`]: 'tracks-line.ts',
    [`${map}/track/track-picture.ts`]: 'many-pieces.ts',
  },
  unnamed: {
    [`${map}/fleet/symbol-layer.ts`]: 'devices-own.ts',
    [`${map}/fleet/labels.ts`]: 'labels-none.ts',
  },
  none: {
    [`${map}/fleet/symbol-layer.ts`]: 'devices-none.ts',
    [`${map}/fleet/labels.ts`]: 'labels-none.ts',
  },
};
const inMain = { 'main/features/fleet/fleet.ts': 'fleet-tap.ts' };

/** The app with nothing replaced, that notes the times of each new position on its way to the screen. */
const watched = {
  inWindow: {
    [`${map}/engine/frames.ts`]: 'answers-frames.ts',
    [`${map}/fleet/fleet-scene.ts`]: 'answers-scene.ts',
    'renderer/features/fleet-data/fleet-model.ts': 'answers-model.ts',
    'renderer/features/fleet-data/map-answers.ts': 'answers-worker.ts',
  },
  inMain: {
    'main/features/fleet/fleet.ts': 'answers-main.ts',
    'main/api/request.ts': 'answers-request.ts',
  },
};

/** A Vite plugin that replaces modules by those of this folder; `missing` are not imported yet. */
function swapModules(swaps) {
  const missing = new Set(Object.keys(swaps));
  const names = new Set(Object.keys(swaps).map((file) => path.basename(file, '.ts')));
  const plugin = () => ({
    name: 'swap-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer || !names.has(path.basename(source))) return null;
      if (importer.startsWith(import.meta.dirname)) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const name = resolved && path.relative(root, resolved.id);
      if (!name || !swaps[name]) return null;
      missing.delete(name);
      return path.join(import.meta.dirname, swaps[name]);
    },
  });
  return { plugin, missing };
}

function refuseUnused({ missing }) {
  if (missing.size > 0) throw new Error(`nothing imports ${[...missing].join(', ')} any more`);
}

/** Main, preload and the processes. */
async function buildRest(target, swaps, build) {
  const swap = swapModules(swaps);
  for (const entry of nodeEntries) {
    const config = nodeBuild(entry, target);
    await build({ ...config, plugins: [...config.plugins, swap.plugin()] });
  }
  copyAssets(target);
  refuseUnused(swap);
  const { name, productName, version } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const about = { name, productName, version, type: 'module', main: 'main/main.mjs' };
  fs.writeFileSync(path.join(target, 'package.json'), JSON.stringify(about));
}

async function buildWindow(target, swaps, { build, react }) {
  const swap = swapModules(swaps);
  const config = windowBuild(target, react);
  await build({
    ...config,
    plugins: [...config.plugins, swap.plugin()],
    worker: { ...config.worker, plugins: () => [swap.plugin()] },
  });
  refuseUnused(swap);
}

async function loadTools() {
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  return { build, react };
}

/** Builds these variants of the app into `folder`; resolves to the folder of each. */
export async function buildVariants(folder, names, say) {
  const tools = await loadTools();
  const rest = path.join(folder, 'rest');
  await buildRest(rest, inMain, tools.build);
  const folders = {};
  for (const name of names) {
    const target = path.join(folder, `app-${name}`);
    fs.cpSync(rest, target, { recursive: true });
    await buildWindow(target, variants[name], tools);
    folders[name] = target;
    say(`built the window: ${name}`);
  }
  return folders;
}

/** Builds the app that notes its times; resolves to its folder. */
export async function buildWatched(folder, say) {
  const tools = await loadTools();
  const target = path.join(folder, 'app-watched');
  await buildRest(target, watched.inMain, tools.build);
  await buildWindow(target, watched.inWindow, tools);
  say('built the app that notes its times');
  return target;
}
