// The reference service, or the one at WAYPOST_CONTRACT_URL.
import { afterAll, expect, test } from 'vitest';
import { publish } from '../findings';
import { elsewhere, portableTarget, startReference } from '../target';
import { portableTests } from './all';

const given = elsewhere();
const name = given?.url ?? 'the reference service';
const target = portableTarget(() =>
  given ? Promise.resolve(given) : startReference({ devices: 12, seed: 5 }),
);

portableTests(target);

test('the report lists no difference of the reference service', () => {
  const report = target.report(name);
  expect(report.differences).toEqual(given ? report.differences : []);
  expect(report.dialect).toEqual(given ? report.dialect : referenceDialect);
});

afterAll(() => publish(target.report(name), process.env.WAYPOST_CONTRACT_REPORT));

const referenceDialect = {
  patchContentType: 'application/json',
  patchTest: { user: 'guards', group: 'guards' },
  missingTokenStatus: 401,
  errorBodies: { 400: 'json', 401: 'json', 404: 'json', 409: 'json', 415: 'json' },
  createStatus: 201,
  deleteAnswer: 'envelope',
  singleRecord: 'flat',
  lists: 'envelope',
  memberCase: 'documented',
  groupReference: 'either',
  reportCalls: 'query',
  answeredRangeMs: { locations: 86_400_000, alerts: 86_400_000 },
};
