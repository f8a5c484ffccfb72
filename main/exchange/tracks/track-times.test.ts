import { describe, expect, test } from 'vitest';
import {
  gpxOf,
  messagesOf,
  placesOf,
  point,
  read,
  threePoints,
  timesOf,
} from './odd-files.test-support';

describe('numbers as times', () => {
  const seconds = [1_777_881_600, 1_777_881_630, 1_777_881_660];
  const expected = ['08:00:00', '08:00:30', '08:01:00'].map((time) => `2026-05-04T${time}.000Z`);
  const units: [string, string, (seconds: number) => number | string][] = [
    ['seconds', 'seconds', (each) => each],
    ['seconds as text', 'seconds', String],
    ['milliseconds', 'milliseconds', (each) => each * 1e3],
    ['microseconds', 'microseconds', (each) => each * 1e6],
    ['nanoseconds as text', 'nanoseconds', (each) => `${each}000000000`],
    [
      'ticks of .NET',
      'dotNetTicks',
      (each) => `${621_355_968 + each / 100}`.replace('.', '').padEnd(18, '0'),
    ],
    ['seconds since 2001', 'secondsSince2001', (each) => each - 978_307_200],
  ];
  const pointWith = (value: unknown, name = 'timestamp', i = 0) => ({
    type: 'Feature',
    properties: { [name]: value, velocity: '0' },
    geometry: { type: 'Point', coordinates: [13.4 + i / 1_000, 52.52] },
  });
  const collection = (features: unknown[]) =>
    JSON.stringify({ type: 'FeatureCollection', features });

  test.each(units)('%s of points and of lines in GeoJSON', (_name, unit, of) => {
    const values = seconds.map(of);
    const points = read(collection(values.map((value, i) => pointWith(value, 'timestamp', i))));
    const coordinates = [13.4, 13.401, 13.402].map((longitude) => [longitude, 52.52]);
    const line = (times: object) =>
      read(
        JSON.stringify({
          type: 'Feature',
          properties: times,
          geometry: { type: 'LineString', coordinates },
        }),
      );
    for (const file of [
      points,
      line({ times: values }),
      line({ coordTimes: values }),
      line({ coordinateProperties: { times: values } }),
    ]) {
      expect(timesOf(file)).toEqual([expected]);
      expect(file.reading.timeUnit).toEqual({ used: unit, points: 3 });
    }
    expect(points.reading.ignored).toEqual([{ name: 'velocity', count: 3 }]);
  });

  test.each(units)('%s in a table', (_name, unit, of) => {
    const rows = seconds.map((each, i) => `${of(each)},52.52,13.40${i}`);
    const file = read(`timestamp,lat,lon\n${rows.join('\n')}\n`);
    expect(timesOf(file)).toEqual([expected]);
    expect(file.reading.timeUnit?.used).toBe(unit);
  });

  test('days of a spreadsheet, in the zone of the settings', () => {
    const file = read(
      'Time;Latitude;Longitude\n46146,3333333333;52,52;13,4\n46146,3340277778;52,52;13,401\n',
    );
    expect(timesOf(file)).toEqual([['2026-05-04T06:00:00.000Z', '2026-05-04T06:01:00.000Z']]);
    expect(file.reading).toMatchObject({
      timeUnit: { used: 'spreadsheetDays' },
      timeZone: { used: 'Europe/Madrid', points: 2 },
    });
  });

  test('the fourth and the third number of coordinates, if it is a plausible time', () => {
    const line = (coordinates: number[][]) =>
      read(JSON.stringify({ type: 'LineString', coordinates }));
    expect(
      timesOf(
        line([
          [13.4, 52.52, 34, 1_777_881_600],
          [13.401, 52.52, 34, 1_777_881_630],
        ]),
      ),
    ).toEqual([expected.slice(0, 2)]);
    expect(
      timesOf(
        line([
          [13.4, 52.52, 1_777_881_600],
          [13.401, 52.52, 1_777_881_630],
        ]),
      ),
    ).toEqual([expected.slice(0, 2)]);
    const measured = line([
      [13.4, 52.52, 34, 1],
      [13.401, 52.52, 34, 2],
    ]);
    expect(measured.tracks[0]).toMatchObject({ points: 2, timed: 0 });
    expect(measured.reading.ignored).toEqual([
      { name: 'third number of coordinates (altitude)', count: 2 },
      { name: 'fourth number of coordinates', count: 2 },
    ]);
  });

  test('a position without its time does not hide the times of the others', () => {
    const line = (times: readonly (number | null)[]) =>
      JSON.stringify({
        type: 'LineString',
        coordinates: times.map((time, i) => [7.6, 45 + i / 1_000, 200, time]),
      });
    const file = read(line([0, 1_777_881_600, null, 1_777_881_660]));
    expect(timesOf(file)).toEqual([['2026-05-04T08:00:00.000Z', '2026-05-04T08:01:00.000Z']]);
    expect(messagesOf(file)).toEqual([
      expect.stringContaining('1: Its time lies before the year 2000'),
      '3: There is no readable time.',
    ]);
  });

  test('a time beside the properties of a point is found, and other members are named', () => {
    const feature = (members: object) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [7.6, 45] },
      properties: { speed: 3 },
      ...members,
    });
    const features = [
      feature({ timestamp: 1_777_881_600 }),
      feature({ id: 7, time: '2026-05-04T08:01:00Z', zone: 2 }),
    ];
    const file = read(JSON.stringify({ type: 'FeatureCollection', generator: 'Van', features }));
    expect(timesOf(file)).toEqual([['2026-05-04T08:00:00.000Z', '2026-05-04T08:01:00.000Z']]);
    expect(file.reading.ignored).toEqual([
      { name: 'generator', count: 1 },
      { name: 'speed', count: 2 },
      { name: 'zone', count: 1 },
    ]);
  });

  test('a number that a spreadsheet shortened is no time', () => {
    const file = read('time,lat,lon\n1.77788E+12,45,7.6\n1.77788E+12,45.1,7.6\n');
    expect(timesOf(file)).toEqual([[]]);
    expect(messagesOf(file)[0]).toContain('whose other digits are lost');
  });

  test('a number that is no time in any unit is refused, and another unit can be chosen', () => {
    const text = collection([pointWith(12_345)]);
    const file = read(text);
    expect(file.reading.timeUnit).toEqual({ used: null, points: 1 });
    expect(messagesOf(file)).toEqual([
      '1: The time “12345” is a number that is no plausible time in any unit.',
    ]);
    expect(messagesOf(read(text, { timeUnit: 'seconds' }))[0]).toContain('before the year 2000');
    expect(
      timesOf(read(collection([pointWith(seconds[0])]), { timeUnit: 'secondsSince2001' })),
    ).toEqual([[]]);
  });

  test('a list of times of another length is refused', () => {
    const line = {
      type: 'Feature',
      properties: { times: seconds },
      geometry: {
        type: 'LineString',
        coordinates: [
          [13.4, 52.52],
          [13.401, 52.52],
        ],
      },
    };
    expect(messagesOf(read(JSON.stringify(line)))[0]).toContain('3 times for 2 positions');
  });
});

describe('written times', () => {
  const table = (times: readonly string[], title = 'time') =>
    `${title};lat;lon\n${times.map((time, i) => `"${time}";45.00${i};7.6`).join('\n')}\n`;

  test.each([
    ['2026-05-04T08:00:00Z', '2026-05-04T08:00:00.000Z'],
    ['2026-05-04 08:00:00 UTC', '2026-05-04T08:00:00.000Z'],
    ['20260504T080000Z', '2026-05-04T08:00:00.000Z'],
    ['2026-05-04T10:00:00.5+0200', '2026-05-04T08:00:00.500Z'],
    ['Mon, 04 May 2026 08:00:00 GMT', '2026-05-04T08:00:00.000Z'],
    ['/Date(1777881600000)/', '2026-05-04T08:00:00.000Z'],
    ['2026-05-04 08:00', '2026-05-04T06:00:00.000Z'],
    ['2026/05/04 08:00:00', '2026-05-04T06:00:00.000Z'],
    ['2026:05:04 08:00:00', '2026-05-04T06:00:00.000Z'],
    ['20260504080000', '2026-05-04T06:00:00.000Z'],
    ['04.05.2026 08:00:00', '2026-05-04T06:00:00.000Z'],
    ['13/05/2026 08:00:00', '2026-05-13T06:00:00.000Z'],
    ['5/13/2026 8:00:00 PM', '2026-05-13T18:00:00.000Z'],
    ['2026-05-04 8:00:00 PM', '2026-05-04T18:00:00.000Z'],
    ['May 4, 2026, 8:00:00 AM', '2026-05-04T06:00:00.000Z'],
    ['Monday, May 4, 2026 at 8:00 PM', '2026-05-04T18:00:00.000Z'],
    [
      'Mon May 04 2026 10:00:00 GMT+0200 (Central European Summer Time)',
      '2026-05-04T08:00:00.000Z',
    ],
  ])('%s', (given, expected) => {
    expect(timesOf(read(table([given])))).toEqual([[expected]]);
  });

  test('the zone of times without one is said and can be chosen', () => {
    const text = table(['2026-05-04 08:00:00', '2026-05-04T08:01:00Z']);
    expect(read(text).reading.timeZone).toEqual({ used: 'Europe/Madrid', points: 1 });
    const chosen = read(text, { timeZone: 'Asia/Tokyo' });
    expect(chosen.reading.timeZone).toEqual({ used: 'Asia/Tokyo', points: 1 });
    expect(timesOf(chosen)[0]![0]).toBe('2026-05-03T23:00:00.000Z');
    expect(read(table(['2026-05-04 08:00:00'], 'Time (UTC)')).reading.timeZone?.used).toBe('UTC');
    expect(read(gpxOf(point(0, '2026-05-04T08:00:00'))).reading.timeZone).toEqual({
      used: 'UTC',
      points: 1,
    });
    expect(read(gpxOf(point(0))).reading.timeZone).toBeNull();
  });

  test('the order of day and month follows from the file, or is a guess that can be changed', () => {
    const known = read(table(['04/05/2026 08:00', '13/05/2026 08:00']));
    expect(known.reading.dayOrder).toBeNull();
    expect(timesOf(known)[0]![0]).toBe('2026-05-04T06:00:00.000Z');
    // With the day first, the second is before the first.
    const ascending = read(table(['01/02/2026 08:00', '01/03/2026 08:00', '02/01/2026 08:00']));
    expect(ascending.reading.dayOrder).toEqual({ used: 'monthFirst', points: 3 });
    const unclear = table(['04/05/2026 08:00']);
    expect(read(unclear).reading.dayOrder).toEqual({ used: 'dayFirst', points: 1 });
    expect(timesOf(read(unclear, { dayOrder: 'monthFirst' }))).toEqual([
      ['2026-04-05T06:00:00.000Z'],
    ]);
  });

  test('date and time of day in columns of their own', () => {
    const file = read(
      'Date,Time,Lat,Lon\n2026-05-04,08:00:00,45,7.6\n2026-05-04,08:00:30,45.001,7.6\n',
    );
    expect(timesOf(file)).toEqual([['2026-05-04T06:00:00.000Z', '2026-05-04T06:00:30.000Z']]);
    expect(file.reading.ignored).toEqual([]);
  });

  test.each([
    ['Fecha;Hora', '04/05/2026;08:00:00', '06'],
    ['Date;Heure', '04/05/2026;08:00:00', '06'],
    ['Дата;Время', '04.05.2026;08:00:00', '06'],
    // The title of the day says in which zone both are.
    ['Date (UTC);Time', '2026-05-04;08:00:00', '08'],
    ['Local Date;UTC Date;UTC Time', '2026-05-05;2026-05-04;08:00:00', '08'],
    // A whole time is better than one of the day, and a tag is no day.
    ['Time;Date Time', '10:00:00;2026-05-04 08:00:00', '06'],
    ['Tag;Date;Time', 'T;2026-05-04;08:00:00', '06'],
  ])('the columns %s', (titles, cells, hour) => {
    const file = read(`${titles};Lat;Lon\n${cells};45;7,6\n`);
    expect(timesOf(file)).toEqual([[`2026-05-04T${hour}:00:00.000Z`]]);
  });

  test.each([
    ['2026-05-04', 'is a day without a time of day'],
    ['2026-02-30T08:00:00Z', 'is not understood'],
    ['2026-05-04T25:00:00Z', 'is not understood'],
    ['yesterday', 'is not understood'],
  ])('%s is refused with its text', (given, why) => {
    expect(messagesOf(read(gpxOf(point(0, given))))).toEqual([`1: The time “${given}” ${why}.`]);
  });

  test.each([
    ['1970-01-01T00:00:00Z', 'before the year 2000'],
    ['1980-01-06T00:00:00Z', 'before the year 2000'],
    ['0001-01-01T00:00:00Z', 'before the year 2000'],
    ['9999-12-31T23:59:59Z', 'in the future'],
  ])('%s is no time of a report', (given, why) => {
    expect(messagesOf(read(gpxOf(point(0, given))))[0]).toContain(why);
  });

  test('date and time of day in digits are not numbers of another unit', () => {
    const file = read('date,time,lat,lon\n20260504,43000,45,7.6\n20260504,043010,45.0001,7.6\n');
    expect(timesOf(file)).toEqual([['2026-05-04T02:30:00.000Z', '2026-05-04T02:30:10.000Z']]);
    const short = read('date,time,lat,lon\n260504,043000,45,7.6\n');
    expect(messagesOf(short)).toEqual(['1: The time “260504 043000” is not understood.']);
  });

  test('times that are 1,024 weeks behind are offered corrected', () => {
    const behind = (i: number) =>
      new Date(Date.UTC(2026, 4, 4, 8, i) - 1_024 * 7 * 86_400_000).toISOString();
    const text = gpxOf([0, 1, 2].map((i) => point(i, behind(i))).join(''));
    const file = read(text);
    expect(timesOf(file)[0]![0]).toBe('2006-09-18T08:00:00.000Z');
    expect(file.reading.weeks).toEqual({
      isAdded: false,
      points: 3,
      from: Date.UTC(2006, 8, 18, 8),
      corrected: Date.UTC(2026, 4, 4, 8),
    });
    const corrected = read(text, { addsWeeks: true });
    expect(timesOf(corrected)[0]).toEqual(
      ['00', '01', '02'].map((minute) => `2026-05-04T08:${minute}:00.000Z`),
    );
    expect(corrected.reading.weeks).toMatchObject({ isAdded: true, points: 3 });
    expect(read(gpxOf(threePoints)).reading.weeks).toBeNull();
    expect(read(gpxOf(point(0, '2013-05-04T08:00:00Z'))).reading.weeks).toBeNull();
    const of2020 = read(gpxOf(point(0, '2000-09-17T08:00:00Z')));
    expect(of2020.reading.weeks).toMatchObject({ corrected: Date.UTC(2020, 4, 3, 8) });
    const from1999 = read(gpxOf(point(0, '1999-08-22T08:00:00Z')), { addsWeeks: true });
    expect(timesOf(from1999)).toEqual([['2019-04-07T08:00:00.000Z']]);
  });
});

describe('values outside of their range', () => {
  test('speeds, courses and battery levels that say "unknown" are not sent, and are named', () => {
    const file = read(
      'time,lat,lon,speed (km/h),course,battery\n2026-05-04T08:00:00Z,45,7.6,-1,400,80\n2026-05-04T08:00:10Z,45.0001,7.6,fast,90,0.85\n2026-05-04T08:00:20Z,45.0002,7.6,36,90,255\n',
    );
    const [track] = file.tracks;
    expect([...track!.usable.metresPerSecond]).toEqual([Number.NaN, Number.NaN, 10]);
    expect([...track!.usable.course]).toEqual([Number.NaN, 90, 90]);
    expect([...track!.usable.battery]).toEqual([80, Number.NaN, Number.NaN]);
    expect(track!.notes).toEqual([
      'The speed of 2 points is not sent, because it is not understood or not possible; the first is “-1” in line 2.',
      'The course of 1 point is not sent, because it is not understood or not possible; the first is “400” in line 2.',
      'The battery level of 2 points is not sent, because it is not understood or not possible; the first is “0.85” in line 3.',
    ]);
  });

  test.each([
    ['Speed(km/h)', '36', 10],
    ['speed_kmh', '36', 10],
    ['SPEED [km/h]', '36.0 km/h', 10],
    ['Velocidad (kph)', '36', 10],
    ['speed_kmh', '36 mph', Number.NaN],
    ['Speed', '36', Number.NaN],
  ])('the speed of a column %s with %s', (title, cell, expected) => {
    const file = read(`time;lat;lon;${title}\n2026-05-04T08:00:00Z;45;7.6;${cell}\n`);
    expect([...file.tracks[0]!.usable.metresPerSecond]).toEqual([expected]);
    const isNamed = file.reading.ignored.length + (file.tracks[0]!.notes ?? []).length > 0;
    expect(isNamed).toBe(Number.isNaN(expected));
  });

  test('north, south, east and west in columns of their own', () => {
    const row = (latitude: string, longitude: string) =>
      `2026/05/04 08:00:00Z,${latitude},${longitude}\n`;
    const header = 'time,LATITUDE,N/S,LONGITUDE,E/W\n';
    expect(placesOf(read(header + row('40.4,N', '3.7,W')))).toEqual([[[-3.7, 40.4]]]);
    expect(placesOf(read(header + row('33.9,S', '18.4,E')))).toEqual([[[18.4, -33.9]]]);
    expect(
      placesOf(read('time,Latitude N/S,Longitude E/W\n2026-05-04T08:00:00Z,40.4N,003.7W\n')),
    ).toEqual([[[-3.7, 40.4]]]);
    expect(messagesOf(read(header + row('-33.9,S', '18.4,E')))[0]).toContain('-33.9 S');
  });

  test('a table below a title, with titles of another language', () => {
    const file = read('Export Wagen 7\n\nZeit;Breite;Länge\n04.05.2026 08:00:00;45,1;7,6\n');
    expect(placesOf(file)).toEqual([[[7.6, 45.1]]]);
    expect(file.reading.notes).toEqual(['The table begins in line 3; what is above was not read.']);
  });

  test('latitude and longitude that are exchanged can be swapped', () => {
    const text =
      'time,lat,lon\n2026-05-04T08:00:00Z,151.2,-33.8\n2026-05-04T08:00:10Z,151.201,-33.8\n';
    const file = read(text);
    expect(file.reading.swapped).toEqual({ isSwapped: false });
    expect(messagesOf(file)[0]).toContain('A latitude of 151.2 is outside of the world');
    const swapped = read(text, { swapsCoordinates: true });
    expect(placesOf(swapped)).toEqual([
      [
        [151.2, -33.8],
        [151.201, -33.8],
      ],
    ]);
    expect(swapped.reading.swapped).toEqual({ isSwapped: true });
    expect(read(gpxOf(threePoints)).reading.swapped).toBeNull();
  });

  test('a longitude beyond 180° is read as the same place, and this is said', () => {
    const file = read(
      'time,lat,lon\n2026-05-04T08:00:00Z,-17,179.9\n2026-05-04T08:10:00Z,-17,180.1\n2026-05-04T08:20:00Z,-17,361\n',
    );
    expect(placesOf(file)).toEqual([
      [
        [179.9, -17],
        [-179.9, -17],
      ],
    ]);
    expect(messagesOf(file)).toEqual([
      '2: The longitude 180.1 was read as -179.9, which is the same place.',
      '3: A longitude of 361 is outside of the world.',
    ]);
  });
});
