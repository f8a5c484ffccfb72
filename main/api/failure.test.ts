import { expect, test } from 'vitest';
import { connectionLayers } from '#shared/fault';
import {
  faultOfAnswer,
  faultOfError,
  faultOfExchange,
  readRetryAfter,
  type FailedAnswer,
} from './failure';
import { readDate } from './request';

/** As Electron's `net.fetch` reports it. */
const electron = (name: string) => new Error(`net::${name}`);
/** As Node's `fetch` reports it. */
const node = (code: string, message = '') =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });

test.each([
  [electron('ERR_NAME_NOT_RESOLVED'), 'dns'],
  [electron('ERR_DNS_TIMED_OUT'), 'dns'],
  [node('ENOTFOUND'), 'dns'],
  [node('EAI_AGAIN'), 'dns'],
  [electron('ERR_CONNECTION_REFUSED'), 'tcp'],
  [electron('ERR_CONNECTION_RESET'), 'tcp'],
  [electron('ERR_EMPTY_RESPONSE'), 'tcp'],
  [electron('ERR_CONTENT_LENGTH_MISMATCH'), 'tcp'],
  [electron('ERR_INCOMPLETE_CHUNKED_ENCODING'), 'tcp'],
  [electron('ERR_HTTP2_PROTOCOL_ERROR'), 'tcp'],
  [node('ECONNREFUSED'), 'tcp'],
  [node('ECONNRESET'), 'tcp'],
  [node('UND_ERR_SOCKET', 'other side closed'), 'tcp'],
  [new TypeError('terminated'), 'tcp'],
  [
    new TypeError('fetch failed', {
      cause: new AggregateError([Object.assign(new Error(), { code: 'ECONNREFUSED' })]),
    }),
    'tcp',
  ],
  [electron('ERR_SSL_PROTOCOL_ERROR'), 'tls'],
  [electron('ERR_BAD_SSL_CLIENT_AUTH_CERT'), 'tls'],
  [node('EPROTO'), 'tls'],
  [electron('ERR_PROXY_CONNECTION_FAILED'), 'proxy'],
  [electron('ERR_PROXY_CERTIFICATE_INVALID'), 'proxy'],
  [electron('ERR_TUNNEL_CONNECTION_FAILED'), 'proxy'],
  [electron('ERR_SOCKS_CONNECTION_FAILED'), 'proxy'],
  [electron('ERR_MANDATORY_PROXY_CONFIGURATION_FAILED'), 'proxy'],
  [electron('ERR_TIMED_OUT'), 'timeout'],
  [electron('ERR_CONNECTION_TIMED_OUT'), 'timeout'],
  [node('ETIMEDOUT'), 'timeout'],
  [node('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
  [electron('ERR_INTERNET_DISCONNECTED'), 'network'],
  [electron('ERR_NETWORK_CHANGED'), 'network'],
  [electron('ERR_ADDRESS_UNREACHABLE'), 'network'],
  [node('ENETUNREACH'), 'network'],
  [electron('ERR_SOMETHING_NEW'), 'network'],
  ['a thrown text', 'network'],
  [undefined, 'network'],
])('%s breaks at the layer %s', (error, layer) => {
  expect(connectionLayers).toContain(layer);
  expect(faultOfError(error, 'host.example')).toEqual({
    kind: 'offline',
    layer,
    host: 'host.example',
  });
});

test.each([
  [electron('ERR_CERT_DATE_INVALID'), 'tls', 'expired'],
  [node('CERT_HAS_EXPIRED'), 'tls', 'expired'],
  [node('CERT_NOT_YET_VALID'), 'tls', 'expired'],
  [electron('ERR_CERT_COMMON_NAME_INVALID'), 'tls', 'otherHost'],
  [node('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', 'otherHost'],
  [electron('ERR_CERT_AUTHORITY_INVALID'), 'tls', 'unknownAuthority'],
  [node('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', 'unknownAuthority'],
  [node('SELF_SIGNED_CERT_IN_CHAIN'), 'tls', 'unknownAuthority'],
  [node('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls', 'unknownAuthority'],
  [node('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'tls', 'unknownAuthority'],
  [electron('ERR_CERT_REVOKED'), 'tls', 'revoked'],
  [electron('ERR_PROXY_AUTH_REQUESTED'), 'proxy', 'authentication'],
  [new Error('Proxy response (407) !== 200 when HTTP Tunneling'), 'proxy', 'authentication'],
])('%s breaks at the layer %s, because of: %s', (error, layer, problem) => {
  const fault = { kind: 'offline', layer, problem, host: 'host.example' };
  expect(faultOfError(error, 'host.example')).toEqual(fault);
});

test.each([
  [new Error('Redirect was cancelled'), 'redirect'],
  [new Error("Attempted to redirect, but redirect policy was 'error'"), 'redirect'],
  [electron('ERR_UNSAFE_REDIRECT'), 'redirect'],
  [electron('ERR_INVALID_HTTP_RESPONSE'), 'notJson'],
  [node('HPE_INVALID_CONSTANT'), 'notJson'],
])('%s: something else answered', (error, evidence) => {
  expect(faultOfError(error, 'host.example')).toEqual({ kind: 'notThisService', evidence });
});

test('an error that is its own cause causes no endless loop', () => {
  const error = new Error('odd');
  error.cause = error;
  expect(faultOfError(error, 'h')).toMatchObject({ layer: 'network' });
});

test.each([
  [400, 'invalid'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [407, 'offline'],
  [408, 'busy'],
  [409, 'conflict'],
  [415, 'invalid'],
  [418, 'invalid'],
  [429, 'limitReached'],
  [500, 'busy'],
  [502, 'busy'],
  [503, 'busy'],
  [511, 'notThisService'],
  [302, 'notThisService'],
  [0, 'notThisService'],
  [200, 'invalid'],
])('status %i is %s', (status, kind) => {
  const answer = {
    status,
    message: null,
    isHtml: false,
    saysFailure: false,
    retryAfterSeconds: null,
  };
  expect(faultOfAnswer(answer).kind).toBe(kind);
});

test.each([
  [{ 'retry-after': '12' }, 12],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': 'Fri, 01 May 2026 10:01:00 GMT' }, 60],
  [{ 'retry-after': 'Fri, 01 May 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after': 'Fri, 01 May 2026 12:00:30 GMT', date: 'Fri, 01 May 2026 12:00:00 GMT' }, 30],
  [{ 'retry-after': 'later' }, null],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': '9999999999' }, 86_400],
  [{ 'retry-after': '9'.repeat(400) }, 86_400],
  [{ 'retry-after': 'Fri, 01 May 2326 10:00:00 GMT' }, 86_400],
  [{}, null],
])('Retry-After %j is %j seconds', (headers, seconds) => {
  const now = Date.UTC(2026, 4, 1, 10);
  const received = new Headers(headers as Record<string, string>);
  expect(readRetryAfter(received, readDate(received) ?? now)).toBe(seconds);
});

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
