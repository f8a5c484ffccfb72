// Readings that the wire contract leaves open must not fail a documented expectation. With every one of
// them in one of these services, the portable tests pass, and the report lists the differences.
import { describe, expect, test } from 'vitest';
import type { Quirks } from '#main/service/start';
import type { ObservedDialect } from '../findings';
import { portableTarget, startReference } from '../target';
import { portableTests } from './all';

const variants: [quirks: Partial<Quirks>, dialect: ObservedDialect][] = [
  [
    {
      tokenRefusal: 'older',
      unset: 'absent',
      emptyLists: 'absent',
      neverReported: 'notFound',
      singleRecord: 'data',
      lists: 'bare',
      zone: 'none',
      fractions: 'always',
      numbers: 'text',
      success: 'absent',
      groupError: 'absent',
      createStatus: 200,
      deleteAnswer: 'empty',
      alertShape: 'older',
    },
    { singleRecord: 'data', lists: 'bare', createStatus: 200, deleteAnswer: 'empty' },
  ],
  [
    {
      tokenRefusal: 'unauthorized',
      refusals: 'ok',
      patchTest: 'refused',
      patchMediaType: 'jsonPatch',
      duplicateStatus: 400,
      longestRangeMs: 3_600_000,
      reportCalls: 'query',
      rangeOrder: 'descending',
      unknownFields: true,
      usage: 'absent',
      country: 'name',
      singleRecord: 'named',
      emptyLists: 'null',
      neverReported: 'absent',
      expiredDevices: 'leftOut',
    },
    {
      patchContentType: 'application/json-patch+json',
      patchTest: { user: 'refused', group: 'refused' },
      singleRecord: 'named',
      answeredRangeMs: { locations: 3_600_000, alerts: 3_600_000 },
      errorBodies: { 200: 'json', 401: 'json', 415: 'json' },
    },
  ],
];

describe.each(variants)('a service with %j', (quirks, dialect) => {
  const target = portableTarget(() => startReference({ devices: 12, seed: 5, quirks }));
  portableTests(target);

  test('its report lists the differences', () => {
    const report = target.report('a variant');
    expect(report.differences).not.toEqual([]);
    expect(report.dialect).toMatchObject(dialect);
  });
});
