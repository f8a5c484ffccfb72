import { expect, test } from 'vitest';
import { createFormat } from '#lib/format';
import { badgeText, overviewText, shortText, watchText } from './watch-messages';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});
const watch = { devices: 10, loaded: 0, oldestAt: null, off: null };

test('says of how many devices the alerts are counted, and never none where none was asked for', () => {
  const text = (loaded: number, total = 0) =>
    overviewText(
      total,
      { unacknowledged: total, acknowledgedUntil: [], revision: 1, watch: { ...watch, loaded } },
      format,
    );
  expect(text(0)).toBe('Not loaded yet');
  expect(text(4)).toBe('No alerts so far, 4 of 10 devices loaded');
  expect(text(10)).toBe('No alerts in the last 24 hours');
  expect(text(4, 1)).toBe('1 alert, 1 not acknowledged, 4 of 10 devices loaded');
  expect(text(10, 1)).toBe('1 alert, 1 not acknowledged');
  const short = (loaded: number, unacknowledged = 0) =>
    shortText(
      { unacknowledged, acknowledgedUntil: [], revision: 1, watch: { ...watch, loaded } },
      format,
    );
  expect([short(0), short(4), short(10)]).toEqual([
    'Alerts not loaded',
    'No alerts, 4 of 10 devices loaded',
    'No alerts',
  ]);
  expect(short(4, 2)).toBe('2 alerts, 4 of 10 devices loaded');
  expect(short(10, 2)).toBe('2 alerts');
  const badge = (loaded: number) =>
    badgeText(
      { unacknowledged: 2, acknowledgedUntil: [], revision: 1, watch: { ...watch, loaded } },
      format,
    );
  expect(badge(4)).toBe('2 not acknowledged, 4 of 10 devices loaded');
  expect(badge(10)).toBe('2 not acknowledged');
});

test('says how far the alerts are loaded, and why no more are', () => {
  const text = (part: object) => watchText({ ...watch, ...part }, 600_000, format);
  expect(text({})).toContain('being loaded in the background');
  expect(text({ loaded: 4 })).toBe('Loaded for 4 of 10 devices.');
  expect(text({ loaded: 10, oldestAt: 0 })).toBe('Loaded for 10 devices, the oldest 10 min ago.');
  expect(text({ off: 'budget' })).toContain('the calls are used up');
  expect(text({ loaded: 4, off: 'paused' })).toContain('paused');
  expect(text({ loaded: 4, off: 'fault' })).toContain('until the service answers');
});
