import { expect, test } from 'vitest';
import { createDialect } from '#main/api/dialect';
import { openCache } from '#main/cache/cache';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { ServiceReport } from '#shared/domain/service-report';
import { openServiceReport } from './service-report';

const report: ServiceReport = {
  format: 'waypost-service-report',
  version: 1,
  service: 'https://tracker.example',
  documented: 55,
  assumed: 98,
  differences: [],
  dialect: {
    patchContentType: 'application/json-patch+json',
    patchTest: { user: 'refused' },
    errorBodies: { 404: 'html' },
    answeredRangeMs: { alerts: 3_600_000 },
  },
};
const clock = createFakeTime();

test('a report is used immediately and at the next start, until it is removed', () => {
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  const first = openServiceReport({ cache, clock });
  expect(first.store.current()).toBeNull();
  expect(first.dialect).toEqual(createDialect());
  const { untestableMembers, errorPages, rangeWidths } = first.dialect;
  untestableMembers.add('group/learned');

  first.store.use(report);
  const known = {
    patchContentType: 'application/json-patch+json',
    untestableMembers: new Set(['user']),
    errorPages: new Set([404]),
    rangeWidths: { alerts: { current: 3_600_000, answered: 3_600_000 } },
  };
  expect(first.dialect).toMatchObject(known);
  // The client and the features hold these parts.
  expect([untestableMembers, errorPages]).toEqual([new Set(['user']), new Set([404])]);
  expect(rangeWidths.alerts.current).toBe(3_600_000);

  const again = openServiceReport({ cache, clock });
  expect(again.store.current()).toEqual(report);
  expect(again.dialect).toMatchObject(known);
  again.store.use(null);
  expect(again.store.current()).toBeNull();
  expect(again.dialect).toEqual(createDialect());
});

test('a stored value that is no report is ignored', () => {
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  cache.putList('serviceReport', { format: 'something else' }, 0);
  const { dialect, store } = openServiceReport({ cache, clock });
  expect(store.current()).toBeNull();
  expect(dialect).toEqual(createDialect());
});
