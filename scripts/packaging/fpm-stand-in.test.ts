import { expect, test } from 'vitest';
import { debControl, readArguments, rpmSpec } from './fpm-stand-in.mjs';

// Arguments as passed by electron-builder.
const given = [
  ['-s', 'dir', '--force', '-t', 'deb', '-d', 'libnss3', '-d', 'libsecret-1-0'],
  ['--deb-recommends', 'gnome-keyring', '--deb-compression', 'zst', '--architecture', 'amd64'],
  ['--description', 'Fleet map\n 100% offline', '--version', '1.2.3~beta', '--name', 'waypost'],
  ['--package', 'out/waypost.deb', '--maintainer', 'A <a@b.example>', '--license', 'MIT'],
  ['build/linux-unpacked/=/opt/Waypost', 'a=b/icon.png=/usr/share/icons/waypost.png'],
].flat();

test('parses the arguments of fpm', () => {
  const { options, lists, mappings } = readArguments(given);
  expect(options['-t']).toBe('deb');
  expect(options['--package']).toBe('out/waypost.deb');
  expect(lists['-d']).toEqual(['libnss3', 'libsecret-1-0']);
  expect(mappings).toEqual([
    { from: 'build/linux-unpacked/', to: '/opt/Waypost' },
    { from: 'a=b/icon.png', to: '/usr/share/icons/waypost.png' },
  ]);
});

test('refuses an unsupported argument', () => {
  expect(() => readArguments([...given, '--before-install', 'x'])).toThrow('--before-install');
});

test('writes the control file for dpkg', () => {
  expect(debControl(readArguments(given), 2048).split('\n')).toEqual([
    'Package: waypost',
    'Version: 1.2.3~beta',
    'License: MIT',
    'Architecture: amd64',
    'Maintainer: A <a@b.example>',
    'Installed-Size: 2048',
    'Depends: libnss3, libsecret-1-0',
    'Recommends: gnome-keyring',
    'Section: default',
    'Description: Fleet map',
    ' 100% offline',
    '',
  ]);
});

test('escapes macros in the spec file and keeps the new version on upgrade', () => {
  const scripts = { afterInstall: 'echo %d', afterRemove: 'rm -f link' };
  const spec = rpmSpec(readArguments(given), ['/opt/Waypost/50%.txt'], scripts);
  expect(spec).toContain('100%% offline');
  expect(spec).toContain('"/opt/Waypost/50%%.txt"');
  expect(spec).toContain('echo %%d');
  expect(spec).toMatch(/%postun\nif \[ "\$1" -eq 0 \]; then\nrm -f link\nfi/);
});
