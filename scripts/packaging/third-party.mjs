// The third-party packages that ship, read from the bundles' source maps, so that no development tool
// is listed and no library forgotten. Writes the list of licences and the bill of materials.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { dataPackages, dataSources, licenceFile } from '../basemap/sources.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const basemapFolder = 'scripts/basemap';

/** Packages whose data files ship. */
const assetPackages = ['@fontsource/noto-sans'];

/** The folders of the packages named in the sources of one map, relative to the project. */
export function packageFolders(sources) {
  const folders = sources.flatMap((source) => {
    const match = /^.*?(node_modules\/.*)$/.exec(source.replaceAll('\\', '/'));
    const inner = match && /^(.*node_modules\/(?:@[^/]+\/)?[^/@]+)\//.exec(match[1]);
    return inner ? [inner[1]] : [];
  });
  return [...new Set(folders)].sort();
}

function bundledFolders() {
  const maps = fs
    .readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.map'));
  if (maps.length === 0) throw new Error('dist/ holds no source maps to read the licences from');
  return maps.flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return packageFolders(JSON.parse(fs.readFileSync(file, 'utf8')).sources);
  });
}

function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/** The text of a package's licence file including notices; null if it has none. */
function licenceText(folder) {
  const names = fs
    .readdirSync(path.join(root, folder))
    .filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
    .sort();
  const texts = names.map((name) => fs.readFileSync(path.join(root, folder, name), 'utf8').trim());
  return texts.length > 0 ? texts.join('\n\n') : null;
}

/**
 * The packages whose data is in the base map. They are not installed with the app, so their versions come
 * from the lockfile of the map's builder and their licences from copies beside it.
 */
export function mapDataPackages() {
  const lockfile = path.join(root, basemapFolder, 'package-lock.json');
  const { packages } = JSON.parse(fs.readFileSync(lockfile, 'utf8'));
  return dataPackages.map((name) => {
    const { version, license } = packages[`node_modules/${name}`];
    const text = fs.readFileSync(licenceFile(name), 'utf8').trim();
    return { name, version, licence: license ?? null, text };
  });
}

/** Every package that ships: `{name, version, licence, text}`, by name. */
export function shippedPackages() {
  const { dependencies } = readManifest('.');
  const outside = [...Object.keys(dependencies), ...assetPackages];
  const folders = new Set([
    ...bundledFolders(),
    ...outside.map((name) => `node_modules/${name}`),
    'node_modules/electron',
  ]);
  const installed = [...folders].map((folder) => {
    const { name, version, license } = readManifest(folder);
    return { name, version, licence: license ?? null, text: licenceText(folder) };
  });
  return [...installed, ...mapDataPackages()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
}

/** The list shipped with the program: each licence text once, with all packages that use it. */
export function licenceList(packages) {
  const unlicensed = packages.filter(({ licence, text }) => !licence && !text);
  if (unlicensed.length > 0) {
    const names = unlicensed.map(({ name }) => name).join(', ');
    throw new Error(`these ship without any licence: ${names}`);
  }
  const texts = new Map();
  for (const each of packages) {
    const text = each.text ?? `Published under the ${each.licence} licence, without its text.`;
    texts.set(text, [...(texts.get(text) ?? []), each]);
  }
  const line = '-'.repeat(78);
  const sections = [...texts].map(([text, users]) => {
    const heads = users.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${line}\n${heads.join('\n')}\n${line}\n\n${text}\n`;
  });
  const data = dataSources.map(
    ({ name, version, licence, url }) =>
      `${name}${version ? ` ${version}` : ''}: ${licence}, ${url}`,
  );
  return [
    'Waypost contains the work of others.\n',
    'Electron brings Chromium, whose licences are in LICENSES.chromium.html beside this file.\n',
    `Data of the bundled map:\n${data.map((each) => `  ${each}`).join('\n')}\n`,
    ...sections,
  ].join('\n');
}

function npmSbom(folder, options = []) {
  const npm = process.env.npm_execpath;
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...options];
  const isScript = Boolean(npm && /\.[cm]?js$/.test(npm));
  const text = execFileSync(isScript ? process.execPath : 'npm', isScript ? [npm, ...args] : args, {
    cwd: path.join(root, folder),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: !isScript && process.platform === 'win32',
  });
  return JSON.parse(text);
}

/**
 * The bill of materials `app` plus the packages `names` from `other`, replacing existing ones. Their
 * dependencies are omitted: they read the data but do not ship.
 */
export function withComponents(app, other, names) {
  const components = other.components.filter(({ name }) => names.includes(name));
  const added = new Set(components.map((component) => component['bom-ref']));
  return {
    ...app,
    components: [
      ...app.components.filter((component) => !added.has(component['bom-ref'])),
      ...components,
    ],
    dependencies: [
      ...app.dependencies.filter(({ ref }) => !added.has(ref)),
      ...components.map((component) => ({ ref: component['bom-ref'], dependsOn: [] })),
    ],
  };
}

/** npm's bill of materials (CycloneDX) reduced to what ships, plus the map data and Electron. */
export function shippedSbom(full, packages, electronVersion) {
  const refs = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const isElectron = (component) => component.name === 'electron';
  const libraries = full.components
    .filter((component) => refs.has(component['bom-ref']) && !isElectron(component))
    // npm marks them as development packages although they ship.
    .map((component) => ({ ...component, properties: [] }));
  const runtime = {
    'bom-ref': `electron@${electronVersion}`,
    type: 'framework',
    name: 'electron',
    version: electronVersion,
    purl: `pkg:npm/electron@${electronVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const data = dataSources.map(({ name, version, licence, url }) => ({
    'bom-ref': `data:${name}`,
    type: 'data',
    name,
    ...(version ? { version } : {}),
    licenses: [{ license: licence === 'Public domain' ? { name: licence } : { id: licence } }],
    externalReferences: [{ type: 'website', url }],
  }));
  const components = [runtime, ...libraries, ...data];
  const known = new Set(components.map((component) => component['bom-ref']));
  const { version } = readManifest('.');
  const self = full.metadata.component['bom-ref'];
  return {
    ...full,
    metadata: {
      ...full.metadata,
      component: { ...full.metadata.component, name: 'waypost', version },
    },
    components,
    dependencies: [
      { ref: self, dependsOn: components.map((component) => component['bom-ref']) },
      ...full.dependencies
        .filter(({ ref }) => known.has(ref) && ref !== self && !ref.startsWith('electron@'))
        .map(({ ref, dependsOn = [] }) => ({
          ref,
          dependsOn: dependsOn.filter((each) => known.has(each)),
        })),
    ],
  };
}

/** Writes THIRD-PARTY.txt and the bill of materials of this system into `folder`; returns their names. */
export function writeThirdParty(folder, { electronVersion, version }) {
  const packages = shippedPackages();
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'THIRD-PARTY.txt'), licenceList(packages));
  const full = withComponents(
    npmSbom('.'),
    npmSbom(basemapFolder, ['--package-lock-only']),
    dataPackages,
  );
  const sbom = shippedSbom(full, packages, electronVersion);
  const name = `waypost-${version}-${process.platform}-${process.arch}-sbom.cdx.json`;
  fs.writeFileSync(path.join(folder, name), `${JSON.stringify(sbom, null, 2)}\n`);
  return { licences: 'THIRD-PARTY.txt', sbom: name, packages: packages.length };
}
