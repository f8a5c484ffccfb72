// `npm run package`: every installer that this machine can build, with checksums, third-party
// licences and a bill of materials; lists what it skipped and why. Only Electron's official build is
// packaged, and only signed; `--unsigned` builds without certificates and without updates, for use on
// this machine; `--test-build` packages the Electron at hand, for tests only, never for distribution.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isOfficial } from './electron-dist.mjs';
import { writeChecksums } from './packaging/checksums.mjs';
import { canDownload, plan, programOf, signingWarnings, systemOf } from './packaging/targets.mjs';
import { writeThirdParty } from './packaging/third-party.mjs';
import {
  readUpdateKeys,
  troubleWithRelease,
  updateArguments,
} from './packaging/update-metadata.mjs';
import { setUp } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const usage = `npm run package -- [--only=deb,tar.gz] [--out=DIR] [--unsigned]
  [--test-build [--app-version=X.Y.Z] [--update-key=KEY [--update-feed=URL]]]`;

const options = {
  only: { type: 'string' },
  out: { type: 'string', default: path.join('out', 'package') },
  'test-build': { type: 'boolean', default: false },
  unsigned: { type: 'boolean', default: false },
  'app-version': { type: 'string' },
  'update-key': { type: 'string' },
  'update-feed': { type: 'string' },
  help: { type: 'boolean' },
};

const say = (line) => console.log(`package: ${line}`);

const refusal = `the Electron here is not Electron's own build, and nothing else may be given to people.
Its download host could not be reached. Either run this where it can be (npm run setup -- --force), or,
for tests on this machine only: npm run package -- --test-build`;

const testBuildWarning = `
  ######################################################################
  #  UNOFFICIAL BUILD FOR TESTING, NOT FOR RELEASE.                     #
  #  It contains an Electron that does not come from Electron itself,   #
  #  or light compression, or another version number. Give it to nobody.#
  ######################################################################
`;

function builder(args, env) {
  const cli = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, ...args, '--publish', 'never'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  if (status !== 0) throw new Error(`electron-builder ended with exit code ${status}`);
}

function builderEnv({ isTest, isOnline }) {
  const sevenZip = programOf('7za');
  return {
    ...process.env,
    ...(sevenZip && !isOnline ? { ELECTRON_BUILDER_7ZIP_PATH: sevenZip } : {}),
    ...(isOnline ? {} : { CUSTOM_FPM_PATH: path.join(root, 'scripts/packaging/fpm-stand-in.mjs') }),
    ...(isTest ? { ELECTRON_BUILDER_COMPRESSION_LEVEL: '1' } : {}),
  };
}

/** Differences of a test build: the Electron at hand, another version, faster compression than xz. */
function testArguments(dist, version) {
  const electronVersion = fs.readFileSync(path.join(dist, 'version'), 'utf8').trim();
  return [
    `-c.electronDist=${dist}`,
    `-c.electronVersion=${electronVersion.replace(/^v/, '')}`,
    '-c.deb.compression=zst',
    '-c.rpm.compression=gzip',
    ...(version ? [`-c.extraMetadata.version=${version}`] : []),
  ];
}

/** The unpacked app first, then the installers from it. */
function build({ make, out, dist, isTest, isUnsigned, updates, version, isOnline }) {
  const system = systemOf(process.platform);
  const env = builderEnv({ isTest, isOnline });
  const rest = [
    `-c.directories.output=${out}`,
    ...(isTest ? testArguments(dist, version) : []),
    ...(isUnsigned ? ['-c.forceCodeSigning=false'] : []),
    ...updateArguments(updates),
  ];
  if (process.platform !== 'linux') {
    // One call, which also signs and builds each configured architecture.
    builder([system.flag, ...make, ...rest], env);
    return;
  }
  // Build the archive first: the other targets write the installation type into the folder.
  const archives = make.filter((target) => target === 'tar.gz');
  builder([system.flag, 'dir', ...archives, ...rest], env);
  const packages = make.filter((target) => !archives.includes(target));
  if (packages.length === 0) return;
  const unpacked = path.resolve(root, out, system.unpacked);
  builder([system.flag, ...packages, ...rest, '--prepackaged', unpacked], env);
  for (const mark of ['package-type', 'app-update.yml', 'apparmor-profile']) {
    fs.rmSync(path.join(unpacked, 'resources', mark), { force: true });
  }
}

function madeFiles(out) {
  return fs
    .readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^builder-|^SHA256SUMS$/.test(entry.name))
    .map((entry) => entry.name);
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1).padStart(7)} MB`;

async function createPackages({ out, only, isTest, isUnsigned, updates, version }) {
  const trouble = isUnsigned ? null : troubleWithRelease(updates);
  if (trouble) throw new Error(trouble);
  const needsTools = only === null || only.some((name) => name === 'rpm' || name === 'tar.gz');
  const dist = await setUp({ purpose: needsTools ? 'package' : 'build' });
  if (!dist) return false;
  if (!isTest && !isOfficial(dist)) throw new Error(refusal);
  if (isTest) console.log(testBuildWarning);

  const isOnline = await canDownload();
  const has = (need) => (need === 'downloads' ? isOnline : programOf(need) !== null);
  const { make, left } = plan({ platform: process.platform, has, only });

  const { version: ownVersion } = JSON.parse(fs.readFileSync(path.join(root, 'package.json')));
  const electronVersion = fs.readFileSync(path.join(dist, 'version'), 'utf8').trim();
  const thirdParty = path.join(root, 'out', 'third-party');
  fs.rmSync(thirdParty, { recursive: true, force: true });
  const others = writeThirdParty(thirdParty, {
    electronVersion: electronVersion.replace(/^v/, ''),
    version: version ?? ownVersion,
  });
  say(`licences of ${others.packages} packages and the bill of materials are written`);

  const folder = path.resolve(root, out);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const warning of signingWarnings(process.platform, process.env)) say(warning);
  if (updates.keys.length === 0) say('without updates: this build never looks for newer versions');
  build({ make, out, dist, isTest, isUnsigned, updates, version, isOnline });
  for (const name of [others.licences, others.sbom]) {
    fs.copyFileSync(path.join(thirdParty, name), path.join(folder, name));
  }
  const names = madeFiles(folder);
  await writeChecksums(folder, names);

  console.log(`\nBuilt in ${out}:`);
  for (const name of [...names, 'SHA256SUMS']) {
    console.log(`  ${megabytes(fs.statSync(path.join(folder, name)).size)}  ${name}`);
  }
  if (left.length > 0) console.log('\nSkipped:');
  for (const { target, why } of left) console.log(`  ${target.padEnd(9)} ${why}`);
  if (isTest) console.log(testBuildWarning);
  return true;
}

/** The keys and the feed of a build: those of the source, of a test, or none. */
function updatesOf({ 'test-build': isTest, unsigned, 'update-key': key, 'update-feed': feed }) {
  if (isTest && key) return { keys: [key], feed: feed ?? null, allowsLoopback: true };
  return isTest || unsigned ? { keys: [], feed: null } : readUpdateKeys();
}

try {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(usage);
  } else {
    if (values['app-version'] && !values['test-build']) {
      throw new Error('the version of a release is that of package.json');
    }
    const isTest = values['test-build'];
    if (values['update-key'] && !isTest) {
      throw new Error('the keys of a release are those of scripts/packaging/update-keys.json');
    }
    const isDone = await createPackages({
      out: values.out,
      only: values.only === undefined ? null : values.only.split(',').filter(Boolean),
      isTest,
      isUnsigned: isTest || values.unsigned,
      updates: updatesOf(values),
      version: values['app-version'] ?? null,
    });
    if (!isDone) process.exitCode = 1;
  }
} catch (error) {
  console.error(`package: ${error.message}`);
  process.exitCode = 1;
}
