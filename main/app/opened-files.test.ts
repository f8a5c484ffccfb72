import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OpenedFiles, givenAmong, isMapFile, isUsablePath, readGiven } from './opened-files';
import { isRemoteOrDevice } from '../files/remote-path';
import { mainWorkspace, type WorkspaceId } from './workspace-id';

const folder = path.resolve('/home/anna');
const ownFolder = path.resolve('/opt/waypost-1.0');
const among = (...args: string[]) =>
  givenAmong(['/opt/waypost.run', ...args], { folder, ownFolder });
const opened = (file: string) => ({ path: path.resolve(folder, file), trouble: null });

describe('files among the command-line arguments', () => {
  test.each([
    'ride.gpx',
    'RIDE.GPX',
    'a b/ride.kml',
    '../ride.geojson',
    'r.json',
    'r.csv',
    'r.txt',
  ])('%s is a file, seen from the folder of that start', (file) => {
    expect(among(file)).toEqual(opened(file));
  });

  test('a profile folder is not a file, whatever its extension', () => {
    expect(among('--user-data-dir', 'profile.gpx')).toBeNull();
    expect(among('--user-data-dir', 'profile.gpx', 'ride.gpx')).toEqual(opened('ride.gpx'));
    expect(among('--user-data-dir=profile.gpx', 'ride.gpx')).toEqual(opened('ride.gpx'));
  });

  test('an absolute path and its file URL are the same file', () => {
    const file = path.resolve('/data/a b#1%.gpx');
    expect(among(file)).toEqual(opened(file));
    expect(among(pathToFileURL(file).href)).toEqual(opened(file));
  });

  test.each(['ride-10:30.gpx', 'tour:de:france.gpx', '2026-11-21T10:30:00.kml'])(
    '%j is a file, though it has a colon',
    (argument) => {
      expect(among(argument)).toEqual(opened(argument));
    },
  );

  test.each([
    '--summary-file=ride.gpx',
    '-ride.gpx',
    '--',
    '-',
    '',
    '.',
    ownFolder,
    '/home/anna/profile',
    'https://evil.example/ride.gpx',
    'file://server/share/ride.gpx',
    'file:///a%2Fb.gpx',
    'file:///a%00.gpx',
    'file://%',
    'javascript:x.gpx',
    'MAILTO:ann@example.com?attach=ride.gpx',
    'data:,x.gpx',
    'ride\0.gpx',
    `${'x'.repeat(40_000)}.gpx`,
  ])('%j is none', (argument) => {
    expect(among(argument)).toBeNull();
  });

  test('an offline map is a file, too', () => {
    expect(among('region.PMTILES')).toEqual(opened('region.PMTILES'));
    expect(isMapFile('region.mbtiles')).toBe(true);
    expect(isMapFile('ride.gpx')).toBe(false);
  });

  test('ignores switches around it', () => {
    expect(among('--no-sandbox', ownFolder, 'ride.gpx', '--demo')).toEqual(opened('ride.gpx'));
  });

  test('the program itself does not count; null without a file', () => {
    expect(givenAmong(['/opt/ride.gpx'], { folder, ownFolder })).toBeNull();
    expect(givenAmong([], { folder, ownFolder })).toBeNull();
  });

  test('ignores files when a link is present, because both may be forged', () => {
    expect(among('waypost://device/1', 'ride.gpx')).toBeNull();
    expect(among('ride.gpx', 'WAYPOST:x')).toBeNull();
  });

  test('several files or an unsupported kind are reported, not opened', () => {
    expect(among('a.gpx', 'b.gpx')).toMatchObject({ trouble: 'several' });
    expect(among('photo.jpg')).toMatchObject({ trouble: 'otherKind' });
    expect(among('ride.gpx.exe')).toMatchObject({ trouble: 'otherKind' });
  });

  test('for any input the result is one absolute path and never a switch', () => {
    const argument = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `--${text}.gpx`),
      fc.webUrl().map((url) => `${url}.gpx`),
      fc.string().map((text) => `file:${text}.gpx`),
    );
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
        const given = among(...args);
        if (given === null) return;
        expect(path.isAbsolute(given.path)).toBe(true);
        expect(given.path).not.toContain('\0');
        expect(args.some((each) => !each.startsWith('-'))).toBe(true);
      }),
    );
  });
});

test('files opened by macOS are checked by the same rules', () => {
  expect(readGiven(['/a/ride.gpx'])).toEqual({ path: '/a/ride.gpx', trouble: null });
  expect(readGiven(['/a/folder'])).toMatchObject({ trouble: 'otherKind' });
  expect(readGiven([])).toBeNull();
});

test.each([
  ['C:\\Maps\\a.pmtiles', true],
  ['\\\\server\\maps\\a.pmtiles', true],
  ['\\\\.\\PhysicalDrive0', false],
  ['\\\\?\\GLOBALROOT\\Device\\a.pmtiles', false],
  ['//./pipe/a.pmtiles', false],
  ['\\\\server\\maps\\con.pmtiles', false],
  ['C:\\Maps\\aux.pmtiles', false],
  ['Maps\\a.pmtiles', false],
  ['C:\\Maps\\a.pmtiles\0.txt', false],
  ['', false],
  [['C:\\a.pmtiles'], false],
])('%j dropped on Windows is a file to look at: %s', (file, isUsable) => {
  expect(isUsablePath(file, 'win32')).toBe(isUsable);
});

describe('the waiting file', () => {
  function setUp() {
    const announced: unknown[] = [];
    let id = 0;
    let inUse = mainWorkspace;
    const files: OpenedFiles = new OpenedFiles(
      () => `id-${(id += 1)}`,
      () => inUse,
      () => announced.push(files.current(mainWorkspace)),
    );
    return { files, announced, use: (of: WorkspaceId) => void (inUse = of) };
  }

  test('is the latest one; its path is returned once, and only its name is announced', () => {
    const { files, announced } = setUp();
    files.came(null);
    expect(announced).toEqual([]);
    files.came({ path: '/secret/a.gpx', trouble: null });
    files.came({ path: '/secret/b.gpx', trouble: null });
    expect(JSON.stringify(announced)).not.toContain('secret');
    expect(files.current(mainWorkspace)).toEqual({ id: 'id-2', file: 'b.gpx', trouble: null });
    expect(files.take('id-1')).toBeNull();
    expect(files.take('id-2')).toBe('/secret/b.gpx');
    expect(files.take('id-2')).toBeNull();
    expect(announced.at(-1)).toBeNull();
  });

  test('waits in the account in use when it came, and in the main one after that was closed', () => {
    const { files, use } = setUp();
    use(2);
    files.came({ path: '/a.gpx', trouble: null });
    use(mainWorkspace);
    expect([files.current(mainWorkspace), files.current(3)]).toEqual([null, null]);
    expect(files.current(2)).toMatchObject({ file: 'a.gpx' });
    files.closed(3);
    expect(files.current(mainWorkspace)).toBeNull();
    files.closed(2);
    expect(files.current(mainWorkspace)).toMatchObject({ file: 'a.gpx' });
  });

  test('can be dropped only by its own id', () => {
    const { files } = setUp();
    files.came({ path: '/a.gpx', trouble: null });
    files.drop('id-0');
    expect(files.current(mainWorkspace)).not.toBeNull();
    files.drop('id-1');
    expect(files.current(mainWorkspace)).toBeNull();
  });

  test('has no path if it cannot be opened', () => {
    const { files } = setUp();
    files.came({ path: '/a.jpg', trouble: 'otherKind' });
    expect(files.take('id-1')).toBeNull();
  });

  test('keeps waiting when another file is refused', () => {
    const { files } = setUp();
    files.came({ path: '/a.gpx', trouble: null });
    files.came({ path: '/b.jpg', trouble: 'otherKind' });
    expect(files.current(mainWorkspace)).toMatchObject({ id: 'id-2', trouble: 'otherKind' });
    files.drop('id-2');
    expect(files.current(mainWorkspace)).toMatchObject({ id: 'id-1', file: 'a.gpx' });
    expect(files.take('id-1')).toBe('/a.gpx');
    files.came({ path: '/b.jpg', trouble: 'otherKind' });
    files.came({ path: '/c.gpx', trouble: null });
    expect(files.current(mainWorkspace)).toMatchObject({ file: 'c.gpx', trouble: null });
  });

  test('has a name without disguising characters', () => {
    const { files } = setUp();
    files.came({ path: '/gpx.\u202Eexe\n.gpx', trouble: null });
    expect(files.current(mainWorkspace)?.file).toBe('gpx.exe.gpx');
  });
});

describe('paths on Windows', () => {
  const onWindows = (argument: string, from = 'C:\\Users\\anna') =>
    givenAmong(['waypost.exe', argument], {
      folder: from,
      ownFolder: 'C:\\Program Files\\Waypost',
      platform: 'win32',
    });

  test.each([
    '\\\\server\\share\\ride.gpx',
    '//server/share/ride.gpx',
    '\\/server/share/ride.gpx',
    '/\\server\\share\\ride.gpx',
    '\\\\?\\UNC\\server\\share\\ride.gpx',
    '\\\\?\\C:\\ride.gpx',
    '\\\\.\\pipe\\ride.gpx',
    '\\\\.\\C:\\ride.gpx',
    '\\??\\C:\\ride.gpx',
    '  \\\\server\\share\\ride.gpx',
    '\\\\server@SSL@443\\DavWWWRoot\\ride.gpx',
    '\\\\127.0.0.1\\c$\\ride.gpx',
    'C:\\rides\\CON.gpx',
    'com1.gpx',
    'NUL .gpx',
    'file://server/share/ride.gpx',
    'file:////server/share/ride.gpx',
    'file:///%5C%5Cserver/share/ride.gpx',
  ])('%s is not opened', (argument) => {
    expect(onWindows(argument)).toBeNull();
    expect(
      readGiven([argument.startsWith('file:') ? '\\\\x\\y.gpx' : argument], 'win32'),
    ).toBeNull();
  });

  test('a start in a folder of another computer opens no file of that folder', () => {
    expect(onWindows('ride.gpx', '\\\\server\\share')).toBeNull();
  });

  test.each([
    ['C:\\rides\\ride.gpx', 'C:\\rides\\ride.gpx'],
    ['C:/rides/ride.gpx', 'C:\\rides\\ride.gpx'],
    ['ride.gpx', 'C:\\Users\\anna\\ride.gpx'],
    ['console.gpx', 'C:\\Users\\anna\\console.gpx'],
    ['file:///C:/rides/ride.gpx', 'C:\\rides\\ride.gpx'],
  ])('%s is a file', (argument, file) => {
    expect(onWindows(argument)).toEqual({ path: file, trouble: null });
  });

  test('whatever the slashes before it, a name of a server is refused', () => {
    const slashes = fc.string({ unit: fc.constantFrom('/', '\\'), minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(slashes, fc.stringMatching(/^[\w.@?]{1,20}$/), (before, server) => {
        expect(isRemoteOrDevice(`${before}${server}\\share\\ride.gpx`)).toBe(true);
      }),
    );
  });
});
