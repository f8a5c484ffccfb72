import { expect, test } from 'vitest';
import type { Answer, Value } from './client';
import { createFindings } from './findings';
import { createReading } from './reading';
import { textOfReport } from './report';

function answer(status: number, body?: Value, type = 'application/json'): Answer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const headers = new Headers({ 'content-type': type });
  return { status, headers, text, body: (typeof body === 'string' ? undefined : body) as never };
}

const statement = ['specification 5.4 (S)', 'a call without a valid token is refused'] as const;

test('what the documents state fails the test, with its source', () => {
  const { expectRefused, listOf } = createReading(createFindings());
  const source = 'wire contract 8.2 (open)';
  expect(() => expectRefused(answer(200, { success: true }), statement, source, 401)).toThrow(
    'a call without a valid token is refused [documented: specification 5.4 (S)]',
  );
  expect(() => listOf(answer(200, { success: true, devices: 'none' }), 'devices')).toThrow(
    'wire contract 1.2 (L)',
  );
  expect(() => listOf(answer(500), 'devices')).toThrow('the call that returns devices succeeds');
});

test.each([
  ['no body', answer(401), 'empty'],
  ['a page', answer(401, '<html>Sign in</html>', 'text/html'), 'html'],
  ['a text', answer(401, 'Sign in', 'text/plain'), 'text'],
  ['a body without an error', answer(401, { success: false }), 'json'],
] as const)('a refusal with %s is a difference and no failure', (_, refusal, form) => {
  const findings = createFindings();
  createReading(findings).expectRefused(refusal, statement, 'wire contract 8.2 (open)', 401);
  const report = findings.report('a service');
  expect(report.differences).toMatchObject([
    {
      expectation: 'a refused call has a body in JSON with an error text',
      source: 'wire contract 1.5',
      mark: 'open',
      occurrences: 1,
      tests: [expect.stringContaining('a refusal with')],
    },
  ]);
  expect(report.dialect).toMatchObject({ errorBodies: { 401: form } });
  expect(textOfReport(report)).toContain('[wire contract 1.5, open]');
});

test('a difference that occurs again is counted, and parts of the dialect add up', () => {
  const findings = createFindings();
  const { expectRefused } = createReading(findings);
  for (const status of [401, 401, 403]) {
    expectRefused(answer(status), statement, 'wire contract 8.2 (open)', 401);
  }
  const { differences, documented, assumed, dialect } = findings.report('a service');
  expect(differences.map(({ occurrences }) => occurrences)).toEqual([3, 1]);
  expect([documented, assumed]).toEqual([1, 2]);
  expect(dialect).toEqual({ errorBodies: { 401: 'empty', 403: 'empty' } });
  expect(textOfReport(createFindings().report('a service'))).toContain('Nothing.');
});

test.each([
  [[{ id: 'a' }], 'bare'],
  [{ devices: [{ id: 'a' }] }, 'envelope'],
  [{ Success: true, Devices: [{ Id: 'a' }] }, 'envelope'],
  [{ data: { devices: [{ id: 'a' }] } }, 'data'],
  [{ data: [{ id: 'a' }] }, 'data'],
] as const)('the list in %j is read', (body, lists) => {
  const findings = createFindings();
  const found = createReading(findings).listOf(answer(200, body as never), 'devices');
  expect(found).toEqual([{ id: 'a' }]);
  expect(findings.report('').dialect).toMatchObject({ lists });
});
