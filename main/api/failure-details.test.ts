import { expect, test } from 'vitest';
import { faultOfAnswer, faultOfError, faultOfExchange, type FailedAnswer } from './failure';

const answer = (values: Partial<FailedAnswer>): FailedAnswer => ({
  status: 500,
  message: null,
  isHtml: false,
  saysFailure: false,
  retryAfterSeconds: null,
  ...values,
});

test.each([401, 402, 403, 404, 409, 410, 412, 423, 429, 500, 503])(
  'the message of a %i is passed on, and its absence too',
  (status) => {
    expect(faultOfAnswer(answer({ status, message: 'Said.' }))).toHaveProperty('message', 'Said.');
    expect(faultOfAnswer(answer({ status }))).not.toHaveProperty('message');
  },
);

test.each([
  [401, { kind: 'unauthorized' }],
  [402, { kind: 'forbidden' }],
  [403, { kind: 'forbidden' }],
  [404, { kind: 'notFound' }],
  [410, { kind: 'notFound' }],
  [407, { kind: 'offline', layer: 'proxy', problem: 'authentication' }],
  [409, { kind: 'conflict' }],
  [412, { kind: 'conflict' }],
  [423, { kind: 'conflict' }],
  [429, { kind: 'limitReached', retryAfterSeconds: 7 }],
  [511, { kind: 'notThisService', evidence: 'html', status: 511 }],
  [408, { kind: 'busy', status: 408 }],
  [500, { kind: 'busy', status: 500 }],
  [499, { kind: 'invalid', message: '' }],
  [400, { kind: 'invalid', message: '' }],
  [399, { kind: 'notThisService', evidence: 'redirect', status: 399 }],
  [300, { kind: 'notThisService', evidence: 'redirect', status: 300 }],
  [299, { kind: 'invalid', message: '' }],
  [200, { kind: 'invalid', message: '' }],
  [199, { kind: 'notThisService', evidence: 'status', status: 199 }],
])('the fault of a %i is %j', (status, fault) => {
  expect(faultOfAnswer(answer({ status, retryAfterSeconds: 7 }))).toEqual(fault);
});

test('how long to wait is absent if the service does not say it', () => {
  expect(faultOfAnswer(answer({ status: 429 }))).toEqual({ kind: 'limitReached' });
});

test.each([404, 410])('a page with %i says nothing about the record', (status) => {
  expect(faultOfAnswer(answer({ status, isHtml: true }))).toEqual({
    kind: 'notThisService',
    evidence: 'html',
    status,
  });
});

test.each<[Partial<FailedAnswer>, object]>([
  [{ status: 200 }, { kind: 'unauthorized' }],
  [{ status: 299 }, { kind: 'unauthorized' }],
  [{ status: 400 }, { kind: 'unauthorized' }],
  [{ status: 401, isHtml: true }, { kind: 'unauthorized' }],
  [{ status: 403 }, { kind: 'unauthorized' }],
  [{ status: 422 }, { kind: 'unauthorized' }],
  [{ status: 418, saysFailure: true }, { kind: 'unauthorized' }],
  [{ status: 404, saysFailure: true }, { kind: 'unauthorized' }],
  [{ status: 404 }, { kind: 'notThisService', evidence: 'status', status: 404 }],
  [
    { status: 403, isHtml: true },
    { kind: 'notThisService', evidence: 'html', status: 403 },
  ],
  [{ status: 300 }, { kind: 'notThisService', evidence: 'redirect', status: 300 }],
  [
    { status: 302, saysFailure: true },
    { kind: 'notThisService', evidence: 'redirect' },
  ],
  [{ status: 399 }, { kind: 'notThisService', evidence: 'redirect', status: 399 }],
  [
    { status: 407, saysFailure: true },
    { kind: 'offline', layer: 'proxy' },
  ],
  [
    { status: 408, saysFailure: true },
    { kind: 'busy', status: 408 },
  ],
  [{ status: 429, saysFailure: true }, { kind: 'limitReached' }],
  [
    { status: 500, saysFailure: true },
    { kind: 'busy', status: 500 },
  ],
])('a token exchange that is answered with %j is %j', (values, fault) => {
  expect(faultOfExchange(answer(values))).toMatchObject(fault);
});

test('the message of a refused key is passed on', () => {
  expect(faultOfExchange(answer({ status: 400, message: 'Unknown key.' }))).toEqual({
    kind: 'unauthorized',
    message: 'Unknown key.',
  });
});

test('the cause is found below several other errors', () => {
  const nested = (depth: number): Error =>
    depth === 0
      ? Object.assign(new Error('x'), { code: 'ENOTFOUND' })
      : new Error('outer', { cause: nested(depth - 1) });
  expect(faultOfError(nested(5), 'h')).toMatchObject({ layer: 'dns' });
  expect(faultOfError(nested(6), 'h')).toMatchObject({ layer: 'network' });
});

test('an error is recognised by its name', () => {
  const error = Object.assign(new Error('x'), { name: 'TimeoutError' });
  expect(faultOfError(error, 'h')).toEqual({ kind: 'offline', layer: 'timeout', host: 'h' });
});
