import { english, says } from '../support/english';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account, context, user } from '../../main/exchange/account.test-support';
import { planFileImport } from '../../main/exchange/import';
import { writeTable } from '../../main/exchange/table-file';
import { checkedFile } from '../../main/exchange/tracks/checked-file';
import { usersTable } from '../../main/exchange/users-table';
import {
  inlineRow,
  sheetOf,
  withFalseSize,
  workbookWith,
} from '../../main/exchange/workbook.test-support';
import { FileWork } from '../../main/files/file-work';
import type { FileReadProgress } from '../../shared/domain/submission';
import { defaultTripRules } from '../../shared/domain/history';
import { FaultError } from '../../shared/fault';
import { bundledFileProcess, forkedFiles } from '../support/forked-files';
import { cleanUp, faultOf, temporaryFolder } from '../support/resources';
import { amount } from '../support/test-length';

// Files made to harm: damaged at random, and through the real file process with its memory measured.

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A sample of a file, changed at one place. */
const damaged = (samples: readonly Uint8Array[]) =>
  fc
    .record({
      sample: fc.constantFrom(...samples),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(60),
      added: fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc
          .constantFrom('"', '<!DOCTYPE a>', '&a;', ']]>', '1e999', '[[[[', '{"__proto__":', '\0')
          .map(utf8),
      ),
    })
    .map(({ sample, at, removed, added }) => {
      const from = Math.floor(at * sample.length);
      return Buffer.concat([sample.subarray(0, from), added, sample.subarray(from + removed)]);
    });

/** How reading ended: anything but a message for the user is an error. */
async function outcome(read: () => unknown): Promise<string> {
  try {
    await read();
    return 'read';
  } catch (error) {
    return error instanceof FaultError ? error.fault.kind : String(error);
  }
}

const outcomes = ['read', 'invalid'];

describe('any damage to a file leads to its content or to a message', () => {
  test('of a table', async () => {
    const table = usersTable([user, { ...user, id: 'usr-2', name: '=1+1' }], context);
    const samples = (['csv', 'xlsx'] as const).map((format) => writeTable(table, format));
    await fc.assert(
      fc.asyncProperty(damaged(samples), async (bytes) => {
        const ended = await outcome(() => planFileImport('users', bytes, account));
        expect(outcomes).toContain(ended);
      }),
      { numRuns: amount({ sample: 100, long: 100_000 }) },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  const time = '2026-05-01T12:00:00Z';
  const tracks = {
    gpx: `<?xml version="1.0"?><gpx><trk><name>a</name><trkseg><trkpt lat="1" lon="2"><time>${time}</time><extensions><speed>1</speed></extensions></trkpt></trkseg></trk><wpt lat="1" lon="2"/></gpx>`,
    kml: `<kml><Document><Folder><Placemark><name>a</name><Track><when>${time}</when><coord>2 1 0</coord></Track></Placemark><Placemark><TimeStamp><when>${time}</when></TimeStamp><Point><coordinates>2,1</coordinates></Point></Placemark></Folder></Document></kml>`,
    geojson: `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[2,1.1]]},"properties":{"deviceId":"a","coordinateProperties":{"times":["${time}","${time}"],"metresPerSecond":[1,null]}}},{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"time":"${time}"}}]}`,
    csv: `Time,Latitude,Longitude,Speed (km/h),Device\n${time},1,2,3,a\n${time},"1,5",2,,b\n`,
  };
  const options = {
    timeZone: 'UTC',
    now: Date.UTC(2026, 5, 1),
    rules: defaultTripRules,
    metresPerSecondOfUnit: 1,
    speedUnit: 'km/h' as const,
  };

  test('of tracks', async () => {
    const samples = Object.values(tracks).map(utf8);
    for (const sample of samples)
      expect(await outcome(() => checkedFile(sample, options))).toBe('read');
    await fc.assert(
      fc.asyncProperty(damaged(samples), async (bytes) => {
        expect(outcomes).toContain(await outcome(() => checkedFile(bytes, options)));
      }),
      { numRuns: amount({ sample: 1_000, long: 200_000 }) },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('of tracks: more points than the limit', async () => {
    const coordinates = `[${'[0,0],'.repeat(3_000_001).slice(0, -1)}]`;
    const text = `{"type":"LineString","coordinates":${coordinates}}`;
    const fault = await faultOf(Promise.resolve().then(() => checkedFile(utf8(text), options)));
    expect(fault).toMatchObject({ message: says('3,000,000 points') });
  });

  test('of tracks: more tracks than the limit, deep nesting, many attributes', async () => {
    const many = {
      '10,000 tracks': `<gpx>${'<trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>'.repeat(10_001)}</gpx>`,
      'nested too deep': `<gpx>${'<a>'.repeat(100_000)}`,
      'too many attributes': `<gpx ${Array.from({ length: 5_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
      'cut off in line 1': `{"type":"FeatureCollection","features":${'['.repeat(5_000_000)}`,
      'no points': `{"type":"FeatureCollection","features":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    };
    for (const [words, text] of Object.entries(many)) {
      const fault = await faultOf(Promise.resolve().then(() => checkedFile(utf8(text), options)));
      expect(fault).toMatchObject({ message: says(words) });
    }
  });
});

describe('the file process', () => {
  let bundle = '';
  beforeAll(async () => {
    bundle = await bundledFileProcess(temporaryFolder());
  }, 60_000);
  afterAll(cleanUp);

  function workOf() {
    const { start, children } = forkedFiles(bundle);
    const seen: (FileReadProgress | null)[] = [];
    const work = new FileWork({
      start,
      onImportProgress: (progress) => seen.push(progress),
    });
    const folder = temporaryFolder();
    const plan = (bytes: Uint8Array, name = 'table.xlsx') => {
      const file = path.join(folder, name);
      writeFileSync(file, bytes);
      return work.planImport({
        file,
        kind: 'groups',
        context: () => Promise.resolve(account),
        language: english,
      });
    };
    return { work, plan, children, seen };
  }

  /** The most memory a process has used, in megabytes. */
  const peakMemory = (pid: number) =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

  const good = utf8('Name\nEast\n');

  const header = inlineRow(1, ['Name']);
  const farCell = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const withFalseSheetSize = (bytes: number) =>
    withFalseSize(
      workbookWith(sheetOf(header + ' '.repeat(1_000_000))),
      'xl/worksheets/sheet1.xml',
      bytes,
    );

  // One test for each: with a busy machine all of them together take longer than a test may.
  test.runIf(process.platform === 'linux').each<[string, () => Uint8Array]>([
    [
      'a cell at the far corner',
      () => workbookWith(sheetOf(header + farCell, '<dimension ref="A1:XFD1048576"/>')),
    ],
    ['a false size of 4 GB', () => withFalseSheetSize(0xffff_fffe)],
    ['a false size of 500 MB', () => withFalseSheetSize(500_000_000)],
    ['20 MB of spaces', () => workbookWith(sheetOf(header + ' '.repeat(20_000_000)))],
  ])('reads a workbook with %s in little memory and leaves main free to work', async (_, make) => {
    const { plan, children } = workOf();
    const bytes = make();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    let peak = 0;
    const probe = setInterval(() => {
      const pid = children.at(-1)?.pid;
      try {
        if (pid !== undefined) peak = Math.max(peak, peakMemory(pid));
      } catch {
        // It has ended.
      }
    }, 5);
    expect(await faultOf(plan(bytes))).toMatchObject({ kind: 'invalid', field: 'file' });
    clearInterval(timer);
    clearInterval(probe);
    expect(peak).toBeLessThan(400);
    expect(turns).toBeGreaterThan(10);
    expect((await plan(good, 'good.csv'))?.steps).toHaveLength(1);
  });

  test('that is killed is reported, and the next file is read', async () => {
    const { work, plan, children, seen } = workOf();
    const reading = plan(utf8(`Name\n${'x\n'.repeat(90_000)}`), 'long.csv');
    expect(work.importProgress()).toMatchObject({ file: 'long.csv' });
    children.at(-1)!.kill('SIGKILL');
    expect(await faultOf(reading)).toEqual({ kind: 'file', reason: 'unread', file: 'long.csv' });
    expect(seen.at(-1)).toBeNull();
    expect((await plan(good, 'good.csv'))?.steps).toHaveLength(1);
  });

  test('is ended by cancelling, also while the account is asked, and by another file', async () => {
    const { work, plan, children } = workOf();
    const reading = plan(utf8(`Name\n${'x\n'.repeat(90_000)}`), 'long.csv');
    work.cancelImport();
    expect(await reading).toBeNull();
    expect(work.importProgress()).toBeNull();
    expect(children.at(-1)!.killed).toBe(true);
    const file = path.join(temporaryFolder(), 'never.csv');
    const waiting = work.planImport({
      language: english,
      file,
      kind: 'groups',
      context: () => new Promise(() => undefined),
    });
    const next = plan(good, 'good.csv');
    expect(await waiting).toBeNull();
    expect((await next)?.steps).toHaveLength(1);
  });
});
