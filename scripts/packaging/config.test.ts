import fs from 'node:fs';
import path from 'node:path';
import { lcid } from 'app-builder-lib/out/util/langs';
import { describe, expect, test } from 'vitest';
import { languages } from '#shared/i18n/languages';
import { catalogueOf } from '../messages.mjs';
import { installers } from './targets.mjs';
import { readYaml } from './read-config.mjs';

interface Target {
  target: string;
  arch: string[];
}
interface Config {
  files: string[];
  electronFuses: Record<string, boolean>;
  electronLanguages: string[];
  npmRebuild: boolean;
  protocols: { schemes: string[] }[];
  publish: unknown;
  forceCodeSigning: boolean;
  fileAssociations?: unknown;
  win: {
    target: Target[];
    files: string[];
    icon: string;
    signtoolOptions: { publisherName: string[] };
  };
  mac: {
    target: Target[];
    files: string[];
    icon: string;
    hardenedRuntime: boolean;
    entitlements: string;
    entitlementsInherit: string;
    notarize: boolean;
    fileAssociations: { ext: string; name: string; rank: string }[];
    extraResources: { from: string }[];
    extendInfo: Record<string, unknown>;
  };
  linux: {
    target: string[];
    files: string[];
    icon: string;
    executableName: string;
    mimeTypes: string[];
    desktop: {
      entry: Record<string, string>;
      desktopActions: Record<string, Record<string, string>>;
    };
  };
  nsis: Record<string, unknown>;
  msi: Record<string, unknown>;
  portable: Record<string, unknown>;
  deb: { depends: string[]; fpm: string[] };
  rpm: { depends: string[]; fpm: string[] };
}

const root = path.resolve(import.meta.dirname, '..', '..');
const config = readYaml('electron-builder.yml') as Config;
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  desktopName: string;
};
const tags = languages.map(({ tag }) => tag);
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

describe('the installers', () => {
  test('are configured for every system', () => {
    const names = [
      ...config.win.target.map(({ target }) => target),
      ...config.mac.target.map(({ target }) => target),
      ...config.linux.target,
    ];
    expect(names.toSorted()).toEqual(
      ['nsis', 'msi', 'portable', 'dmg', 'zip', 'deb', 'rpm', 'tar.gz'].toSorted(),
    );
    expect(installers.map(({ target }) => target).toSorted()).toEqual(names.toSorted());
  });

  test('of Windows obey /S, /allusers, /currentuser and /disableAutoUpdates', () => {
    // Only the assisted installer reads /allusers and /currentuser; the default is per user.
    expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: true });
    const include = read(config.nsis['include'] as string);
    expect(include).toContain('!macro customInstall');
    expect(include).toContain('"/disableAutoUpdates"');
    // A policy that only an administrator can write, and no file beside the program.
    expect(include).toContain(
      'WriteRegDWORD HKLM "Software\\Policies\\Waypost" "UpdatesEnabled" 0',
    );
    expect(include).not.toContain('FileWrite');
    expect(include).toContain('!macro customInit');
  });

  test('of Windows protect a chosen folder from other users when installed for all', () => {
    expect(config.nsis['allowToChangeInstallationDirectory']).toBe(true);
    const include = read(config.nsis['include'] as string);
    const [, forAll = ''] = /\$installMode == "all"([^]*?)\n  \$\{EndIf\}\n/.exec(include) ?? [];
    expect(forAll).toContain('"$INSTDIR" /inheritance:r /grant:r');
    const rights = [...forAll.matchAll(/\*(S-[\d-]+):(\S+)/g)].map(([, id, right]) => [id, right]);
    // The system and administrators; users and app containers read and execute.
    expect(rights).toEqual([
      ['S-1-5-18', '(OI)(CI)F'],
      ['S-1-5-32-544', '(OI)(CI)F'],
      ['S-1-5-32-545', '(OI)(CI)RX'],
      ['S-1-15-2-1', '(OI)(CI)RX'],
      ['S-1-15-2-2', '(OI)(CI)RX'],
    ]);
    expect(forAll).toContain('Quit');
  });

  test('of Windows keep user data when uninstalled', () => {
    expect(config.nsis['deleteAppDataOnUninstall']).toBe(false);
  });

  test('of Windows upgrade one another', () => {
    expect(config.msi['upgradeCode']).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    expect(config.msi['perMachine']).toBe(true);
  });

  test('of macOS are universal, hardened and notarised, with one entitlement', () => {
    expect(config.mac.target.every(({ arch }) => arch.join() === 'universal')).toBe(true);
    expect(config.mac).toMatchObject({ hardenedRuntime: true, notarize: true });
    expect(config.mac.entitlementsInherit).toBe(config.mac.entitlements);
    const keys = [...read(config.mac.entitlements).matchAll(/<key>(.+)<\/key>/g)];
    expect(keys.map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
  });

  test('of Linux name the keychain library and belong to one desktop entry', () => {
    expect(config.deb.depends).toContain('libsecret-1-0');
    expect(config.rpm.depends).toContain('(libsecret or libsecret-1-0)');
    expect(manifest.desktopName).toBe(`${config.linux.executableName}.desktop`);
  });

  test('of Windows speak the languages of Waypost, their own messages too', () => {
    const spoken = config.nsis['installerLanguages'] as string[];
    expect(
      spoken.map((name) => tags.find((tag) => name.startsWith(tag.replace('-', '_')))),
    ).toEqual(tags);
    const include = read(config.nsis['include'] as string);
    const ids = spoken.map((name) => lcid[name]);
    expect(ids).not.toContain(undefined);
    const shown = [...include.matchAll(/MessageBox \S+ "(.+?)"/g)].map(([, text]) => text!);
    expect(shown.length).toBeGreaterThan(0);
    const texts: string[] = [];
    for (const text of shown) {
      const [, name = ''] = /^\$\((\w+)\)$/.exec(text) ?? [];
      expect(name, text).not.toBe('');
      const written = [...include.matchAll(new RegExp(`LangString ${name} (\\d+) "(.+)"`, 'g'))];
      expect(written.map(([, id]) => Number(id))).toEqual(ids);
      texts.push(...written.map(([, , said]) => said!));
    }
    // Each says one thing.
    expect(new Set(texts).size).toBe(texts.length);
    // NSIS writes a character by its code as ${U+200E}, and would show any other notation.
    for (const text of texts) expect(text).toMatch(/^(?:[^\\'"]|\$\{U\+\w+\})+\.$/u);
  });

  test('of macOS and Linux name the languages of Waypost to the system', () => {
    expect(config.mac.extendInfo['CFBundleLocalizations']).toEqual(tags);
    const { entry } = config.linux.desktop;
    for (const tag of tags.filter((each) => each !== 'en')) {
      const locale = tag.replace('-', '_');
      expect(entry[`Comment[${locale}]`], tag).toMatch(/\.$/);
      expect(entry[`Keywords[${locale}]`], tag).toMatch(/^([^;]+;){4,}$/);
    }
  });

  test('of macOS and Linux name kinds of files in the languages of Waypost', () => {
    const [names] = config.mac.extraResources;
    const others = tags.filter((tag) => tag !== 'en').map((tag) => tag.replace('-', '_'));
    for (const locale of others) {
      const strings = read(`${names!.from}/${locale}.lproj/InfoPlist.strings`);
      const named = [...strings.matchAll(/^"(.+)" = "(.+)";$/gm)].map(([, name]) => name);
      expect(named, locale).toEqual(config.mac.fileAssociations.map(({ name }) => name));
    }
    const [mimeFile] = config.deb.fpm[0]!.split('=');
    for (const [, type] of read(mimeFile!).matchAll(/<mime-type (.+?)<\/mime-type>/gs)) {
      const spoken = [...type!.matchAll(/<comment xml:lang="(.+?)">/g)].map(([, tag]) => tag);
      expect(spoken, type).toEqual(others);
    }
  });

  test('of Linux offer pages in the menu of the icon, named as in Waypost', () => {
    const { entry, desktopActions } = config.linux.desktop;
    const pages = { fleet: 'fleet.title', alerts: 'alerts.title', history: 'common.history' };
    expect(entry['Actions']).toBe(`${Object.keys(pages).join(';')};`);
    expect(Object.keys(desktopActions)).toEqual(Object.keys(pages));
    for (const [page, title] of Object.entries(pages)) {
      const { Name, Exec, ...names } = desktopActions[page]!;
      expect(Exec).toBe(`/opt/Waypost/waypost waypost://page/${page}`);
      const all = tags.map((tag) =>
        tag === 'en' ? Name : names[`Name[${tag.replace('-', '_')}]`],
      );
      const titleIn = (tag: string) => (catalogueOf(tag) as Record<string, string>)[title];
      expect(all).toEqual(tags.map(titleIn));
    }
  });

  test('have distinct names', () => {
    const names = [config.nsis, config.msi, config.portable].map(
      (section) => section['artifactName'] as string,
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('have icons in all sizes', () => {
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
      expect(fs.existsSync(path.join(root, config.linux.icon, `${size}x${size}.png`))).toBe(true);
    }
    for (const file of [config.win.icon, config.mac.icon]) {
      expect(fs.existsSync(path.join(root, file))).toBe(true);
    }
  });

  test('register waypost://', () => {
    expect(config.protocols.flatMap(({ schemes }) => schemes)).toEqual(['waypost']);
  });

  test('offer Waypost for tracks and offline maps without becoming the default program', () => {
    // A file association would make Waypost the default program for a double click.
    expect(config.fileAssociations).toBeUndefined();
    expect(config.win).not.toHaveProperty('fileAssociations');
    expect(config.linux).not.toHaveProperty('fileAssociations');

    const kinds = ['gpx', 'kml', 'geojson', 'csv', 'pmtiles', 'mbtiles'];
    expect(config.mac.fileAssociations.map(({ ext }) => ext)).toEqual(kinds);
    for (const { rank } of config.mac.fileAssociations) expect(rank).toBe('Alternate');

    const include = read(config.nsis['include'] as string);
    const offered = include.matchAll(
      /WriteRegStr \S+ "\$\{OPEN_WITH\}\\SupportedTypes" "\.(\w+)"/g,
    );
    expect([...offered].map(([, ext]) => ext)).toEqual(kinds);
    expect(include).toContain('!define OPEN_WITH "Software\\Classes\\Applications\\');
    // Registry entries are written only below that key and removed on uninstall.
    const written = [...include.matchAll(/WriteReg\w+ \S+ "([^"\\]+)/g)];
    expect(new Set(written.map(([, key]) => key))).toEqual(new Set(['${OPEN_WITH}', 'Software']));
    expect(include).toContain('DeleteRegKey SHELL_CONTEXT "${OPEN_WITH}"');
  });

  test('of Linux install the MIME types they declare', () => {
    const [mapping] = config.deb.fpm;
    const [file, target] = mapping!.split('=');
    expect(config.deb.fpm).toEqual([mapping]);
    expect(config.rpm.fpm).toEqual([mapping]);
    expect(target).toBe('/usr/share/mime/packages/waypost.xml');
    const types = [...read(file!).matchAll(/<mime-type type="(.+)">/g)].map(([, type]) => type);
    expect(types).toEqual(config.linux.mimeTypes);
    expect(types).not.toContain('text/csv');
  });
});

describe('the package', () => {
  test('has hardened fuses', () => {
    expect(config.electronFuses).toMatchObject({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  test('contains the bundles and no sources, source maps or notes', () => {
    const inclusions = config.files.filter((pattern) => !pattern.startsWith('!'));
    expect(inclusions).toEqual(['dist/**', 'package.json']);
    expect(config.files).toContain('!**/*.map');
    // With exclusions only, the whole repository would be packaged.
    for (const { files } of [config.win, config.mac, config.linux]) {
      expect(files.filter((pattern) => !pattern.startsWith('!'))).toEqual(['package.json']);
    }
  });

  test('contains only the keytar binaries of its system', () => {
    const kept = ({ files }: { files: string[] }) =>
      files.find((each) => each.includes('prebuilds'));
    expect(kept(config.win)).toContain('!(win32-${arch})');
    expect(kept(config.linux)).toContain('!(linux-${arch})');
    expect(kept(config.mac)).toContain('!(darwin-*)');
  });

  test('contains keytar as the only package, without compiling it', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['keytar']);
    expect(config.npmRebuild).toBe(false);
  });

  test('contains only the Chromium locales of the languages of Waypost', () => {
    expect(config.electronLanguages).toEqual(tags.map((tag) => (tag === 'en' ? 'en-US' : tag)));
  });

  test('contains no update feed unless it is signed', () => {
    expect(config.publish).toBeNull();
    expect(JSON.stringify(config)).not.toContain('waypostUpdates');
    expect(config.forceCodeSigning).toBe(true);
    expect(config.win.signtoolOptions.publisherName).toEqual(['The Waypost team']);
  });

  test('starts with the sandbox: no launcher adds an argument', () => {
    // electron-builder gives an AppImage --no-sandbox by default, so there is none.
    expect(read('electron-builder.yml')).not.toMatch(/AppImage|executableArgs|no-sandbox/i);
  });
});

test('every lock-file entry has an integrity hash, and none names a host', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  };
  const all = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link);
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('every package is pinned to one version', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [name, version] of Object.entries(all)) {
    expect(version, name).toMatch(/^(npm:@[\w-]+\/[\w-]+@)?\d+\.\d+\.\d+(-beta\.\d+)?$/);
  }
});
