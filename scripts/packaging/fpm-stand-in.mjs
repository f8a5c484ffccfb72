#!/usr/bin/env node
// Builds a .deb with dpkg-deb or an .rpm with rpmbuild from the arguments that electron-builder
// passes to fpm, for machines that cannot download fpm. Supports only those arguments.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const flags = new Set(['--force', '--debug']);
const repeated = new Set(['-d', '--deb-recommends']);
const single = new Set([
  '-s',
  '-t',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--category',
  '--deb-compression',
  '--deb-priority',
  '--description',
  '--iteration',
  '--license',
  '--log',
  '--maintainer',
  '--name',
  '--package',
  '--rpm-compression',
  '--rpm-os',
  '--rpm-summary',
  '--url',
  '--vendor',
  '--version',
]);

/** fpm's arguments as `{options, lists, mappings}`; throws on an unsupported one. */
export function readArguments(args) {
  /** @type {Record<string, string>} */
  const options = {};
  const lists = { '-d': [], '--deb-recommends': [] };
  const mappings = [];
  for (let i = 0; i < args.length; i += 1) {
    const argument = args[i];
    if (flags.has(argument)) continue;
    if (repeated.has(argument)) {
      lists[argument].push(args[(i += 1)]);
    } else if (single.has(argument)) {
      options[argument] = args[(i += 1)];
    } else if (!argument.startsWith('-') && argument.includes('=')) {
      const at = argument.lastIndexOf('=');
      mappings.push({ from: argument.slice(0, at), to: argument.slice(at + 1) });
    } else {
      throw new Error(`the stand-in for fpm does not know ${argument}`);
    }
  }
  return { options, lists, mappings };
}

function setModes(place) {
  const stat = fs.lstatSync(place);
  if (stat.isSymbolicLink()) return;
  if (stat.isDirectory()) {
    fs.chmodSync(place, 0o755);
    for (const name of fs.readdirSync(place)) setModes(path.join(place, name));
    return;
  }
  fs.chmodSync(place, stat.mode & 0o111 ? 0o755 : 0o644);
}

function stage(mappings, folder) {
  for (const { from, to } of mappings) {
    const target = path.join(folder, to);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  setModes(folder);
}

function* filesUnder(folder) {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) yield path.join(entry.parentPath, entry.name);
  }
}

function kibibytes(folder) {
  let bytes = 0;
  for (const file of filesUnder(folder)) bytes += fs.lstatSync(file).size;
  return Math.ceil(bytes / 1024);
}

/** A multi-line description in dpkg's format: continuation lines start with a space. */
function folded(text) {
  const [first, ...rest] = text.split('\n').map((line) => line.trim());
  return [first, ...rest.filter(Boolean).map((line) => ` ${line}`)].join('\n');
}

/** The control file of a Debian package. */
export function debControl({ options, lists }, installedKibibytes) {
  const fields = [
    ['Package', options['--name']],
    ['Version', options['--version']],
    ['License', options['--license']],
    ['Vendor', options['--vendor']],
    ['Architecture', options['--architecture']],
    ['Maintainer', options['--maintainer']],
    ['Installed-Size', installedKibibytes],
    ['Depends', lists['-d'].join(', ')],
    ['Recommends', lists['--deb-recommends'].join(', ')],
    ['Section', options['--category'] ?? 'default'],
    ['Priority', options['--deb-priority']],
    ['Homepage', options['--url']],
    ['Description', folded(options['--description'] ?? '')],
  ];
  const lines = fields.filter(([, value]) => value !== undefined && value !== '');
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`;
}

function makeDeb(request, work) {
  const { options, mappings } = request;
  stage(mappings, work);
  const control = path.join(work, 'DEBIAN');
  const size = kibibytes(work);
  fs.mkdirSync(control);
  fs.writeFileSync(path.join(control, 'control'), debControl(request, size));
  for (const [option, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ]) {
    if (!options[option]) continue;
    fs.copyFileSync(options[option], path.join(control, name));
    fs.chmodSync(path.join(control, name), 0o755);
  }
  const method = { zst: 'zstd' }[options['--deb-compression']] ?? options['--deb-compression'];
  const args = ['--root-owner-group', `-Z${method ?? 'xz'}`, '--build', work, options['--package']];
  execFileSync('dpkg-deb', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** `%` begins a macro in a spec file. */
const plain = (text) => text.replaceAll('%', '%%');

/** The spec file of an RPM whose files are already in `%{buildroot}`. */
export function rpmSpec({ options, lists }, files, scripts) {
  const level = { none: 'w0.gzdio', gzip: 'w9.gzdio', bzip2: 'w9.bzdio' };
  const payload = level[options['--rpm-compression']] ?? 'w6.xzdio';
  return [
    `%define _binary_payload ${payload}`,
    // The files are final: no stripping, no build ids, no requirements derived from libraries.
    '%define __os_install_post %{nil}',
    '%define debug_package %{nil}',
    '%define _build_id_links none',
    `Name: ${options['--name']}`,
    `Version: ${options['--version']}`,
    `Release: ${options['--iteration'] ?? '1'}`,
    `Summary: ${plain(options['--rpm-summary'] ?? options['--description'])}`,
    `License: ${options['--license']}`,
    `Vendor: ${options['--vendor']}`,
    `URL: ${options['--url']}`,
    `Packager: ${options['--maintainer']}`,
    'AutoReqProv: no',
    ...lists['-d'].map((name) => `Requires: ${name}`),
    '',
    '%description',
    plain(options['--description'] ?? ''),
    '',
    '%post',
    plain(scripts.afterInstall),
    '',
    '%postun',
    // $1 is the number of remaining versions: an upgrade must not undo the new version's set-up.
    'if [ "$1" -eq 0 ]; then',
    plain(scripts.afterRemove),
    'fi',
    '',
    '%files',
    '%defattr(-,root,root,-)',
    ...files.map((file) => `"${plain(file)}"`),
    '',
  ].join('\n');
}

function makeRpm(request, work) {
  const { options, mappings } = request;
  const folder = path.join(work, 'rpm');
  const buildroot = path.join(work, 'root');
  stage(mappings, buildroot);
  const files = [...filesUnder(buildroot)].map((file) => `/${path.relative(buildroot, file)}`);
  const read = (option) => (options[option] ? fs.readFileSync(options[option], 'utf8') : '');
  const scripts = { afterInstall: read('--after-install'), afterRemove: read('--after-remove') };
  const spec = path.join(work, 'package.spec');
  fs.writeFileSync(spec, rpmSpec(request, files, scripts));
  const defines = [`_topdir ${folder}`, `_rpmdir ${folder}/out`, `buildroot ${buildroot}`];
  execFileSync(
    'rpmbuild',
    [
      '-bb',
      '--quiet',
      '--target',
      `${options['--architecture']}-linux`,
      '--buildroot',
      buildroot,
      ...defines.flatMap((define) => ['--define', define]),
      spec,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const made = [...filesUnder(path.join(folder, 'out'))].find((file) => file.endsWith('.rpm'));
  fs.copyFileSync(made, options['--package']);
}

function main() {
  const request = readArguments(process.argv.slice(2));
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-fpm-'));
  try {
    const make = { deb: makeDeb, rpm: makeRpm }[request.options['-t']];
    if (!make) throw new Error(`the stand-in for fpm makes no ${request.options['-t']}`);
    fs.rmSync(request.options['--package'], { force: true });
    fs.chmodSync(work, 0o755);
    make(request, work);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === import.meta.filename) main();
