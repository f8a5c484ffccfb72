import { english, languageOf } from '../../test/support/english';
import { expect, test } from 'vitest';
import { defaultTripRules } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { markBreaks } from '#shared/history/track';
import { findJourney } from '#shared/history/trips';
import type { DeviceDay, ReportContext } from './day-report';
import { joinedPieces } from './pieces';
import { reportPage } from './report-page';

const minute = 60_000;
const day = '2026-11-25';
const start = Date.parse(`${day}T00:00:00Z`);
const range = { from: start, to: start + 1440 * minute - 1 };

const context: ReportContext = {
  language: english,
  account: 'ana at http://10.0.0.7:8080',
  filter: null,
  timeZone: 'UTC',
  exportedAt: start + 1500 * minute,
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
  rules: defaultTripRules,
  period: '25 Nov 2026',
  company: '',
  withAlerts: false,
  withCoordinates: false,
  coordinateStyle: 'dd',
};

/** A fix a minute: standing for `stands[i]` minutes at the i-th place, then 10 minutes to the next. */
function track(places: readonly number[], stands: readonly number[], from = 0): TrackColumns {
  const rows: [at: number, latitude: number][] = [];
  let at = from;
  places.forEach((latitude, i) => {
    for (let n = 0; n <= stands[i]!; n++) rows.push([at++, latitude]);
    const next = places[i + 1];
    if (next === undefined) return;
    for (let n = 1; n < 10; n++) rows.push([at++, latitude + ((next - latitude) * n) / 10]);
  });
  const columns: TrackColumns = {
    count: rows.length,
    at: Float64Array.from(rows, ([time]) => start + time * minute),
    latitude: Float64Array.from(rows, ([, latitude]) => latitude),
    longitude: new Float64Array(rows.length).fill(15),
    measures: {},
    attributes: {},
    flags: new Uint8Array(rows.length),
  };
  markBreaks(columns, defaultTripRules);
  return columns;
}

function deviceDay(columns: TrackColumns, more: Partial<DeviceDay> = {}): DeviceDay {
  return {
    deviceId: 'imei-867042017600313',
    label: 'Van 9',
    day,
    range,
    locations: 'complete',
    alerts: 'complete',
    missing: [],
    asOf: null,
    reported: [{ at: start + minute, text: 'SOS button' }],
    track: columns,
    journey: findJourney(columns, defaultTripRules),
    ...more,
  };
}

const html = (days: readonly DeviceDay[], more: Partial<ReportContext> = {}) =>
  Buffer.from(
    joinedPieces(
      reportPage(days, { ...context, ...more }, (latitude) => ({
        town: latitude < 45.5 ? 'South' : 'North',
        region: '',
        country: 'HR',
        metres: 1_600,
        bearing: 45,
        isInTown: false,
      })).pieces,
    ),
  ).toString('utf8');

/** What is read on the paper, a line for each row of a table. */
const textOf = (page: string) =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<\/(tr|p|h1|dl|title)>|<\/svg>/g, '\n')
    .replaceAll('</td>', ' | ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[ \t]+/g, ' ');

const thereAndBack = track([45, 46, 45.0005, 46], [30, 20, 10, 40]);

test('a day is a list of numbered stops and drives, with the places that were visited again', () => {
  const text = textOf(html([deviceDay(thereAndBack)]));
  const rows = text.split('\n').filter((line) => line.includes(' | '));
  expect(rows.map((line) => line.trim())).toEqual([
    expect.stringMatching(/1 \| South · 1\.6\skm NE \| – \| 00:3\d \| 3\d min/),
    expect.stringMatching(/Drive \| 00:3\d \| 00:\d\d \| \d+ min \| 1\d\d\.\d\skm/),
    expect.stringMatching(/2 \| North · 1\.6\skm NE \| 00:\d\d \| 01:0\d/),
    expect.stringMatching(/Drive/),
    expect.stringMatching(/3 \| South · 1\.6\skm NE as stop 1/),
    expect.stringMatching(/Drive/),
    expect.stringMatching(/4 \| North · 1\.6\skm NE as stop 2 \| \d\d:\d\d \| – \|/),
  ]);
  expect(text).toContain('Wednesday, 25 November 2026');
  // On each page of paper, so that no page has nothing else.
  expect(html([deviceDay(thereAndBack)])).toMatch(
    /@bottom-left \{ content: 'A stop is .* Times in UTC/,
  );
  expect(text).not.toContain('As of');
});

test('nothing of the account is on the paper, and no id, position or alert that is not wanted', () => {
  const days = [deviceDay(thereAndBack)];
  const secret = /ana|10\.0\.0\.7|8670420|45\.0|SOS|HR/;
  expect(textOf(html(days))).not.toMatch(secret);
  const wanted = textOf(
    html(days, { withAlerts: true, withCoordinates: true, company: 'Sea & Sons' }),
  );
  expect(wanted).toContain('Sea &amp; Sons');
  expect(wanted).toContain('45.00000, 15.00000');
  const inMinutes = textOf(html(days, { withCoordinates: true, coordinateStyle: 'ddm' }));
  expect(inMinutes).toContain('45° 00.000′ N 15° 00.000′ E');
  expect(wanted).toMatch(/Alert: SOS button \| 00:01/);
});

test('what is not known is said, and is no zero', () => {
  const none = track([], []);
  const unknown = textOf(html([deviceDay(none, { locations: 'notLoaded' })]));
  expect(unknown).toContain('No data loaded for this day.');
  expect(unknown).toMatch(/Distance\s+–\s+Driving\s+–/);
  expect(textOf(html([deviceDay(none)]))).toMatch(/No positions on this day\..*Distance\s+–/s);
  const partly = textOf(html([deviceDay(none, { locations: 'partly' })]));
  expect(partly).toContain('No positions in what is loaded.');
  expect(partly).not.toContain('on this day');
  // It reports, but it does not know where it is.
  const unplaced = track([Number.NaN], [30]);
  expect(textOf(html([deviceDay(unplaced)]))).toMatch(/No positions on this day\..*Distance\s+–/s);
  expect(textOf(html([deviceDay(none), deviceDay(unplaced)]))).not.toContain('Total');
  const today = deviceDay(thereAndBack, {
    asOf: start + 130 * minute,
    missing: [{ from: start + 40 * minute, to: start + 50 * minute - 1 }],
  });
  expect(textOf(html([today]))).toContain('As of 02:10. Not loaded: 00:40 to 00:50.');
});

test('several days have a summary with each of them, and a part for each with a journey', () => {
  const days = [
    deviceDay(thereAndBack, { label: '<b>שלום</b>' }),
    deviceDay(track([], []), { day: '2026-11-26', label: '<b>שלום</b>', locations: 'notLoaded' }),
  ];
  const page = html(days, { period: '25 Nov 2026 to 26 Nov 2026' });
  expect(page.match(/<section class="day">/g)).toHaveLength(1);
  expect(textOf(page)).toContain('Total of 1 of 2 with data');
  expect(page).toContain('dir="auto">&lt;b&gt;שלום&lt;/b&gt;');
  expect(textOf(page)).toMatch(/26 Nov 2026 \| – \| – \| – \| – \| – \| – \| No data loaded/);
});

test('the map has the route and one sign for stops that would cover each other', () => {
  const map = {
    picture: 'map-0.png',
    box: { west: 0.54, north: 0.35, east: 0.545, south: 0.365 },
    width: 720,
    height: 420,
    attribution: 'Natural Earth',
  };
  const page = html([deviceDay(thereAndBack, { map })]);
  const marks = [...page.matchAll(/class="mark">([^<]+)</g)].map(([, text]) => text);
  expect(marks).toEqual(['1, 3', '2, 4']);
  expect(page).toContain('href="map-0.png"');
  expect(page).toContain('<figcaption>Natural Earth</figcaption>');
  // Far out, all of them are at one spot.
  const far = { ...map, box: { west: 0, north: 0, east: 1, south: 1 } };
  expect(html([deviceDay(thereAndBack, { map: far })])).toContain('class="mark">1, 2, 3, 4<');
});

test('a day with hundreds of stops has a row for each', () => {
  const places = Array.from({ length: 90 }, (_, i) => 45 + (i % 2) * 0.2);
  const long = track(
    places,
    places.map(() => 5),
  );
  const of = deviceDay(long);
  const stops = of.journey.filter(({ kind }) => kind === 'stop').length;
  expect(stops).toBeGreaterThan(80);
  const page = html([of]);
  expect(page.match(/<td class="no"><span>/g)).toHaveLength(stops);
  expect(page.match(/<tr class="drive">/g)).toHaveLength(of.journey.length - stops);
});

test('coordinates stay left to right on a page that runs to the left', () => {
  const arabic = languageOf({ language: 'ar' });
  const page = html([deviceDay(track([45, 46], [30, 40]))], {
    language: arabic,
    withCoordinates: true,
  });
  expect(page).toContain('<html lang="ar" dir="rtl">');
  // The rules begin on the right of each page, and its number is on the left.
  expect(page).toMatch(/@bottom-left \{ content: [^}]*counter\(page\)/);
  expect(page).toMatch(/@bottom-right \{ [^}]*direction: rtl/);
  expect(page).toContain('<bdi class="quiet" dir="ltr">45.00000, 15.00000</bdi>');
});

test('the rules on each page keep the marks of their language', () => {
  const page = html([deviceDay(thereAndBack)], { language: languageOf({ language: 'he' }) });
  const [, written = ''] = /@bottom-right \{ content: '([^']*)'/.exec(page) ?? [];
  const rules = written.replaceAll(/\\([\da-f]+) /g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  expect(rules).toMatch(/[\u05be\u05f3]/);
  expect(page).toContain(`<p class="rules">${rules}</p>`);
});
