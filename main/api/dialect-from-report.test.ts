import { expect, test } from 'vitest';
import type { ObservedDialect, ServiceReport } from '#shared/domain/service-report';
import { faultOf, useFixtureAccount } from './account.test-support';
import { createDialect } from './dialect';
import { dialectFromReport, readServiceReport } from './dialect-from-report';
import { answerJson } from './server.test-support';

const account = useFixtureAccount();
const hour = 3_600_000;

const reportOn = (dialect: ObservedDialect): ServiceReport => ({
  format: 'waypost-service-report',
  version: 1,
  service: 'https://tracker.example',
  documented: 55,
  assumed: 98,
  differences: [],
  dialect,
});

test('a report that observed nothing changes nothing', () => {
  expect(dialectFromReport(reportOn({}))).toEqual(createDialect());
});

test.each<[ObservedDialect, Partial<ReturnType<typeof createDialect>>]>([
  [
    { patchContentType: 'application/json-patch+json' },
    { patchContentType: 'application/json-patch+json' },
  ],
  [
    { patchTest: { user: 'refused', group: 'ignored' } },
    { untestableMembers: new Set(['user', 'group']) },
  ],
  [{ patchTest: { user: 'guards' } }, { untestableMembers: new Set() }],
  [
    { errorBodies: { 401: 'empty', 404: 'html', 500: 'html', 400: 'text' } },
    { errorPages: new Set([404, 500]) },
  ],
  [
    { answeredRangeMs: { alerts: hour } },
    {
      rangeWidths: {
        locations: { current: 24 * hour, answered: null },
        alerts: { current: hour, answered: hour },
      },
    },
  ],
  // A range that no service is limited to.
  [
    { answeredRangeMs: { alerts: 1, locations: 1e12 } },
    {
      rangeWidths: {
        locations: { current: 24 * hour, answered: 24 * hour },
        alerts: { current: hour, answered: hour },
      },
    },
  ],
  // These forms are read at any time.
  [
    {
      missingTokenStatus: 403,
      createStatus: 200,
      deleteAnswer: 'empty',
      singleRecord: 'data',
      lists: 'bare',
      memberCase: 'other',
      groupReference: 'name',
      reportCalls: 'refused',
    },
    {},
  ],
])('%j becomes the dialect of the account', (observed, expected) => {
  expect(dialectFromReport(reportOn(observed))).toEqual({ ...createDialect(), ...expected });
});

test('a file is read as a report, and anything else is not', () => {
  const report = reportOn({ errorBodies: { 401: 'empty' }, createStatus: 201 });
  expect(readServiceReport(JSON.parse(JSON.stringify(report)))).toEqual(report);
  for (const other of [
    null,
    'report',
    [],
    {},
    { ...report, version: 2 },
    { ...report, dialect: { lists: 'upside down' } },
    { ...report, dialect: { answeredRangeMs: { alerts: -1 } } },
  ]) {
    expect(readServiceReport(other), JSON.stringify(other)).toBeNull();
  }
});

test('a page with 404 is an unknown record if the service is known to send pages', async () => {
  account.answer = (_, response) =>
    void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
  const dialect = dialectFromReport(reportOn({ errorBodies: { 404: 'html' } }));
  expect(await faultOf(account.client({ dialect }).user('a'))).toEqual({ kind: 'notFound' });
  expect(await faultOf(account.client().user('a'))).toMatchObject({ kind: 'notThisService' });
  // A page in the place of data still comes from something else.
  account.answer = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  const known = dialectFromReport(reportOn({ errorBodies: { 200: 'html' } }));
  expect(await faultOf(account.client({ dialect: known }).user('a'))).toMatchObject({
    kind: 'notThisService',
  });
});

test('the first PATCH is sent in the media type of the report', async () => {
  const patchType = 'application/json-patch+json';
  account.answer = ({ headers }, response) => {
    const isAccepted = headers['content-type'] === patchType;
    answerJson(response, { success: isAccepted }, isAccepted ? 200 : 415);
  };
  const dialect = dialectFromReport(reportOn({ patchContentType: patchType }));
  await account.client({ dialect }).patchUser('a', []);
  expect(account.others().map(({ headers }) => headers['content-type'])).toEqual([patchType]);
});
