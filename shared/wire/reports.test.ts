import { expect, test } from 'vitest';
import {
  alertQueryBody,
  alertRecord,
  decodeSubmittedAlerts,
  decodeSubmittedLocations,
  listBody,
  locationRecord,
  rangeAround,
  rangeBody,
  rangedLocationBody,
} from './reports';

const at = Date.UTC(2026, 4, 1, 10, 0, 0, 250);
const location = { at, latitude: 40, longitude: -3, speed: 12, course: null, battery: null };
const record = { dateTime: '2026-05-01T10:00:00.250Z', latitude: 40, longitude: -3, speed: 12 };

test('a query has the two ends only, and a name only if it is given', () => {
  const range = { from: at, to: at + 1_000 };
  const ends = { from: '2026-05-01T10:00:00.250Z', to: '2026-05-01T10:00:01.250Z' };
  expect(rangeBody(range)).toEqual(ends);
  expect(alertQueryBody({ ...range, alertName: undefined })).toEqual(ends);
  expect(alertQueryBody({ ...range, alertName: 'SOSButton' })).toEqual({
    ...ends,
    alertName: 'SOSButton',
  });
});

test('a submission is a list, or one object within a range that covers it', () => {
  expect(listBody('location', [locationRecord(location)])).toEqual({ location: [record] });
  expect(rangedLocationBody(rangeAround(at), locationRecord(location))).toEqual({
    from: '2026-05-01T09:59:59.250Z',
    to: '2026-05-01T10:00:01.250Z',
    location: record,
  });
  const alert = { at, latitude: 40, longitude: -3, text: null, alerts: ['RPM'], channels: ['SMS'] };
  expect(listBody('alert', [alertRecord(alert)])).toEqual({
    alert: [
      {
        dateTime: record.dateTime,
        latitude: 40,
        longitude: -3,
        alerts: ['RPM'],
        notifications: ['SMS'],
      },
    ],
  });
});

test.each([
  [{ success: true, locations: [record] }, 1],
  [[record], 1],
  [{ success: true, locations: [record, record] }, 2],
  [{ success: true, location: record }, 1],
  [{ success: true, Location: record }, 1],
  [{ success: true, locations: record }, 1],
  [{ success: true, ...record }, 1],
  [{ data: { locations: [record] } }, 1],
  [{ success: true, locations: [] }, 0],
  [{ success: true, locations: null }, 0],
  [{ success: true }, 0],
  [{}, 0],
  [null, 0],
  [undefined, 0],
])('the answer %j to a submitted location has %i records', (answer, count) => {
  const decoded = decodeSubmittedLocations(answer)!;
  expect(decoded.skippedRecords).toEqual([]);
  expect(decoded.items.map(({ record: fix }) => [fix.at, fix.latitude])).toEqual(
    Array.from({ length: count }, () => [at, 40]),
  );
});

test.each([['stored'], [7], [true]])('locations: %j was not understood', (locations) => {
  expect(decodeSubmittedLocations({ success: true, locations })).toMatchObject({
    items: [],
    skippedRecords: [{ raw: locations }],
  });
});

test.each([[{ hello: 'world' }], ['ok'], [7]])('%j is no answer of such a service', (answer) => {
  expect(decodeSubmittedLocations(answer)).toBeNull();
});

test('a single alert beside the envelope is one alert; its names are no list of alerts', () => {
  const alert = { dateTime: record.dateTime, alerts: ['RPM'], notifications: ['SMS'] };
  for (const answer of [
    { success: true, alerts: [alert] },
    { success: true, alert },
    { success: true, ...alert },
  ]) {
    expect(decodeSubmittedAlerts(answer)!.items).toMatchObject([{ record: { alerts: ['RPM'] } }]);
  }
});
