// Bundles the app into dist/: main and the reference service for Electron's Node, the preload as the
// single CommonJS file a sandboxed window can load, the renderer for Electron's Chromium, and the
// assets read at run time. Does nothing if no input has changed; `--force` builds anyway.
import './node-version.mjs';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { catalogueOf, languageTags, pseudoCatalogue, pseudoLanguages } from './messages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const stamp = path.join(dist, '.fingerprint');

export const nodeEntries = [
  { from: 'main/app/index.ts', folder: 'main', file: 'main.mjs', format: 'es', isSplit: true },
  { from: 'main/service/utility.ts', folder: 'main', file: 'service.mjs', format: 'es' },
  { from: 'main/files/utility.ts', folder: 'main', file: 'files.mjs', format: 'es' },
  { from: 'main/features/maps/utility.ts', folder: 'main', file: 'maps.mjs', format: 'es' },
  {
    from: 'preload/index.ts',
    folder: 'preload',
    file: 'preload.cjs',
    format: 'cjs',
    needsNamesOnly: true,
  },
];
const quiet = { configFile: false, root, logLevel: 'warn', publicDir: false };
const contractFile = 'shared/ipc/contract.ts';
const windowEntry = 'renderer/app/index.html';
const assetFolders = ['assets/basemap', 'assets/icons'];
const languages = languageTags();
const outputs = [
  ...nodeEntries.map((entry) => `${entry.folder}/${entry.file}`),
  'renderer/index.html',
  'assets/basemap',
  'assets/icons',
  ...languages.map((tag) => `locales/${tag}.json`),
];

/** The sources, and with package-lock.json the versions of everything bundled with them. */
const inputs = [
  'shared',
  'main',
  'preload',
  'renderer',
  'assets',
  'docs/guide',
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/messages.mjs',
];

const isInput = (name) => !/\.test\.tsx?$|^\./.test(name);

function* filesUnder(relative) {
  const full = path.join(root, relative);
  const stat = fs.statSync(full, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    yield relative;
    return;
  }
  for (const entry of fs.readdirSync(full).sort()) {
    if (isInput(entry)) yield* filesUnder(`${relative}/${entry}`);
  }
}

/** A hash of the names and contents of the files in these paths. */
export function fingerprint(paths = inputs) {
  const hash = createHash('sha256');
  for (const input of paths) {
    for (const file of filesUnder(input)) {
      const content = fs.readFileSync(path.join(root, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** True if dist/ was built from the current inputs. */
export function isBuilt() {
  if (!outputs.every((output) => fs.existsSync(path.join(dist, output)))) return false;
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === fingerprint();
}

function refuseMissing() {
  const wanted = [...nodeEntries.map((entry) => entry.from), windowEntry, ...assetFolders];
  const missing = wanted.filter((file) => !fs.existsSync(path.join(root, file)));
  if (missing.length > 0) {
    throw new Error(`cannot build, because these are missing: ${missing.join(', ')}`);
  }
}

/** A script with any other character takes two bytes for each in memory. */
const charset = 'ascii';

/** Code without comments and spaces. Names stay, because the log names functions and no values. */
const keepsNames = { mangle: false, compress: true, codegen: true };

/**
 * Replaces the contract by the names and kinds of its entries. The preload needs no more, and would make
 * the schemas again each time the window loads.
 */
function namesOfContract() {
  return {
    name: 'names-of-contract',
    async load(id) {
      if (path.relative(root, id) !== path.normalize(contractFile)) return null;
      const { build } = await import('vite');
      const { output } = await build({
        ...quiet,
        ssr: { noExternal: true, target: 'node' },
        build: { ssr: contractFile, write: false, target: 'node20' },
      });
      const { contract } = await import(
        `data:text/javascript,${encodeURIComponent(output[0].code)}`
      );
      const kindAlone = (_key, value) => (value.kind ? { kind: value.kind } : value);
      return { code: `export const contract = ${JSON.stringify(contract, kindAlone)};`, map: null };
    },
  };
}

export function nodeBuild(entry, target) {
  return {
    ...quiet,
    plugins: entry.needsNamesOnly ? [namesOfContract()] : [],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry.from,
      outDir: path.join(target, entry.folder),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        external: ['electron', 'keytar'],
        // The names wait for the other builds.
        checks: { pluginTimings: false },
        output: {
          charset,
          format: entry.format,
          entryFileNames: entry.file,
          ...(entry.isSplit ? { chunkFileNames: 'main-[name].mjs' } : { codeSplitting: false }),
          minify: keepsNames,
        },
      },
    },
  };
}

export function windowBuild(target, react) {
  return {
    configFile: false,
    root: path.join(root, path.dirname(windowEntry)),
    base: './',
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    worker: { format: 'es', rolldownOptions: { output: { charset } } },
    build: {
      outDir: path.join(target, 'renderer'),
      emptyOutDir: true,
      // `assets/` is reserved: the window loads the base map from that path.
      assetsDir: 'code',
      target: 'chrome148',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: true,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: { index: path.join(root, windowEntry) },
        output: {
          charset,
          codeSplitting: { groups: [{ name: startChunk(), debugName: 'start' }] },
        },
      },
    },
  };
}

/**
 * Everything that the first picture imports, in one file: each file more is a request to main. Pages are
 * imported when they are shown, and keep files of their own.
 */
function startChunk() {
  let inStart = null;
  return (id, context) => {
    inStart ??= importedBy(path.join(root, path.dirname(windowEntry), 'main.tsx'), context);
    return inStart.has(id) ? 'start' : null;
  };
}

/** A module and all that it imports, without what it imports later. */
function importedBy(first, context) {
  const found = new Set([first]);
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/** One file for each language, of which one is loaded. */
export async function writeCatalogues(target) {
  const folder = path.join(target, 'locales');
  const write = (tag, catalogue) =>
    fs.writeFileSync(path.join(folder, `${tag}.json`), JSON.stringify(catalogue));
  fs.mkdirSync(folder, { recursive: true });
  for (const tag of languages) write(tag, catalogueOf(tag));
  for (const tag of pseudoLanguages) write(tag, await pseudoCatalogue(tag));
}

export function copyAssets(target) {
  for (const folder of assetFolders) {
    fs.cpSync(path.join(root, folder), path.join(target, folder), {
      recursive: true,
      filter: (source) => isInput(path.basename(source)),
    });
  }
}

/** Replaces dist/ by the finished build, so that it is never incomplete. */
function swapIn(fresh) {
  const old = path.join(root, `.dist-old-${process.pid}`);
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(fresh, dist);
  fs.rmSync(old, { recursive: true, force: true });
}

function removeLeftovers() {
  for (const name of fs.readdirSync(root)) {
    if (name.startsWith('.dist-')) {
      fs.rmSync(path.join(root, name), { recursive: true, force: true });
    }
  }
}

async function buildInto(target) {
  // Imported lazily: loading Vite would dominate a run with nothing to do.
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  const results = await Promise.allSettled([
    ...nodeEntries.map((entry) => build(nodeBuild(entry, target))),
    build(windowBuild(target, react)),
  ]);
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
  copyAssets(target);
  await writeCatalogues(target);
}

/** Builds dist/ if an input has changed. Resolves to whether it built. */
export async function buildApp({ isForced = false, say = () => {} } = {}) {
  refuseMissing();
  if (!isForced && isBuilt()) return false;
  return withLock('build', say, async () => {
    if (!isForced && isBuilt()) return false;
    const startedAt = performance.now();
    removeLeftovers();
    const fresh = path.join(root, `.dist-${process.pid}`);
    const made = fingerprint();
    say('bundling main, service, preload and window');
    try {
      await buildInto(fresh);
      fs.writeFileSync(path.join(fresh, path.basename(stamp)), made);
      swapIn(fresh);
    } finally {
      fs.rmSync(fresh, { recursive: true, force: true });
    }
    say(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return true;
  });
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === import.meta.filename) {
  const say = (line) => console.log(`build: ${line}`);
  try {
    const hasBuilt = await buildApp({ isForced: process.argv.includes('--force'), say });
    if (!hasBuilt) say('up to date');
  } catch (error) {
    console.error(`build: ${error.message}`);
    process.exitCode = 1;
  }
}
