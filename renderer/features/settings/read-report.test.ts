import { expect, test } from 'vitest';
import type { ServiceReport } from '#shared/domain/service-report';
import { readReport } from './read-report';

const report: ServiceReport = {
  format: 'waypost-service-report',
  version: 1,
  service: 'https://tracker.example',
  documented: 55,
  assumed: 98,
  differences: [],
  dialect: { errorBodies: { 401: 'empty' } },
};

test('reads the file of a report', () => {
  expect(readReport(JSON.stringify(report))).toEqual(report);
});

test.each(['', '{', 'null', '[]', '{"format":"waypost-service-report"}', '<html>'])(
  'reads no report from %j',
  (text) => expect(readReport(text)).toBeNull(),
);
