import { expect, test } from 'vitest';
import { createFormat } from '#lib/format';
import { offlineText, statusItems } from './status-items';
import { live, now } from './status.test-support';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

test('the items say how current the data is, and how much of it', () => {
  expect(statusItems(live, now, format)).toEqual({
    freshness: 'Live, updated 18 s ago',
    located: '371 located of 412',
    notices: [],
  });
  const never = { ...live, asOf: null, mode: 'updating' as const };
  expect(statusItems(never, now, format).freshness).toBe('Updating, no answer yet');
});

test('an action that waits comes before slow answers, and those before the rest', () => {
  const slowAnswers = { seconds: 9, isMeasured: true };
  const all = { ...live, slowAnswers, waitingCalls: 1, refreshPause: 'battery' as const };
  expect(statusItems(all, now, format).notices).toEqual([
    expect.stringContaining('Your last action'),
    'Answers are slow: 9 s each',
    'refresh paused on battery',
  ]);
});

test('the offline bar says since when, of when the data is, and when the next try is', () => {
  const offline = {
    ...live,
    mode: 'offline' as const,
    reason: { kind: 'offline' as const, layer: 'tcp' as const },
  };
  expect(offlineText({ ...offline, nextTryAt: now + 49_000 }, now, format)).toEqual({
    since: 'Offline since 13:03:12. The data shown is of that time or earlier.',
    why: expect.stringMatching(/; next try in 49 s$/u) as string,
  });
  expect(offlineText({ ...offline, reason: null, asOf: now - 86_400_000 }, now, format)).toEqual({
    since: expect.stringContaining('20 Nov 2026') as string,
    why: null,
  });
  expect(offlineText({ ...offline, asOf: null }, now, format).since).toBe(
    'Offline. The service has not answered yet, and there is no data.',
  );
});
