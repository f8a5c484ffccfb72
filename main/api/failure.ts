import { shortened } from './refusal-reason';
import type { ConnectionLayer, ConnectionProblem, Fault } from '#shared/fault';

/** What a failed HTTP answer says, without the payload of its body. */
export interface FailedAnswer {
  status: number;
  /** The service's own reason in full, without secrets; null if there is none. */
  message: string | null;
  /** Whether the body is a web page instead of data. */
  isHtml: boolean;
  /** Whether the body is an answer of this service that says that the call failed. */
  saysFailure: boolean;
  retryAfterSeconds: number | null;
}

/** Turns a refused or failed HTTP answer into a fault (wire contract 1.5). Texts are never read. */
export function faultOfAnswer(answer: FailedAnswer): Fault {
  const { status } = answer;
  const text = answer.message && shortened(answer.message);
  const message = text === null ? {} : { message: text };
  const retry =
    answer.retryAfterSeconds === null ? {} : { retryAfterSeconds: answer.retryAfterSeconds };
  switch (status) {
    case 401:
      return { kind: 'unauthorized', ...message };
    case 402:
    case 403:
      return { kind: 'forbidden', ...message };
    case 404:
    case 410:
      // A web page comes from a gateway that does not know the path; it says nothing about the record.
      return answer.isHtml
        ? { kind: 'notThisService', evidence: 'html', status }
        : { kind: 'notFound', ...message };
    case 407:
      return { kind: 'offline', layer: 'proxy', problem: 'authentication' };
    case 409:
    case 412:
    case 423:
      return { kind: 'conflict', ...message };
    case 429:
      return { kind: 'limitReached', ...retry, ...message };
    case 511:
      return { kind: 'notThisService', evidence: 'html', status };
    default:
      break;
  }
  if (status === 408 || status >= 500) return { kind: 'busy', status, ...message };
  if (status >= 400) return { kind: 'invalid', message: text ?? '' };
  if (status >= 300) return { kind: 'notThisService', evidence: 'redirect', status };
  if (status < 200) return { kind: 'notThisService', evidence: 'status', status };
  // A 2xx whose body says that it failed.
  return { kind: 'invalid', message: text ?? '' };
}

/**
 * Turns the failed answer to a token exchange into a fault. A refused key has several undocumented
 * forms (200 with `success: false`, 400, 401, 403, any other 4xx whose body says so). A web page, or a
 * path that does not exist, means that this is another service.
 */
export function faultOfExchange(answer: FailedAnswer): Fault {
  const { status, isHtml, saysFailure } = answer;
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect) return faultOfAnswer(answer);
  const isOfTransport = status === 407 || status === 408 || status === 429 || status >= 500;
  if (isOfTransport) return faultOfAnswer(answer);
  const isRefusal = status < 300 || status === 400 || status === 403 || status === 422;
  if (status === 401 || saysFailure || (isRefusal && !isHtml)) {
    return faultOfAnswer({ ...answer, status: 401 });
  }
  return { kind: 'notThisService', evidence: isHtml ? 'html' : 'status', status };
}

/** A longer `Retry-After` is a defect of what sent it, and no time to name in a message. */
const longestRetryAfterSeconds = 86_400;

/**
 * `Retry-After` in seconds, at most a day: a number, or a date compared with `answeredAt`, by the answer's own clock
 * if it has one, because ours may be wrong. null: absent or unreadable.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>, answeredAt: number): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text), longestRetryAfterSeconds);
  // An HTTP date starts with the name of a day; `Date.parse` alone would also accept "-5".
  const at = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  const seconds = Math.ceil((at - answeredAt) / 1000);
  return Math.min(Math.max(0, seconds), longestRetryAfterSeconds);
}

/** Turns what `fetch` threw into a fault: Electron's `net::ERR_…` and Node's error codes alike. */
export function faultOfError(error: unknown, host: string): Fault {
  for (const name of namesOf(error)) {
    const meaning = faultOfName(name);
    if (meaning === 'redirect') return { kind: 'notThisService', evidence: 'redirect' };
    if (meaning === 'notHttp') return { kind: 'notThisService', evidence: 'notJson' };
    if (meaning) {
      const problem = problems.find(([layer, pattern]) => layer === meaning && pattern.test(name));
      return { kind: 'offline', layer: meaning, ...(problem && { problem: problem[2] }), host };
    }
  }
  return { kind: 'offline', layer: 'network', host };
}

/** Every code and message in an error, its causes and its parts, outermost first. */
function* namesOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error !== 'object' || error === null || depth > 5) return;
  const { code, message, name, cause, errors } = error as Record<string, unknown>;
  for (const text of [code, message, name]) if (typeof text === 'string') yield text;
  yield* namesOf(cause, depth + 1);
  if (Array.isArray(errors)) for (const part of errors) yield* namesOf(part, depth + 1);
}

type Meaning = ConnectionLayer | 'redirect' | 'notHttp';

/** The first matching rule decides, so a proxy's certificate counts as a fault of the proxy. */
const rules: readonly [RegExp, Meaning][] = [
  [/redirect/i, 'redirect'],
  [/ERR_(INVALID_HTTP_RESPONSE|RESPONSE_HEADERS|CONTENT_DECODING|DISALLOWED_URL)/, 'notHttp'],
  [/^HPE_|ERR_HTTP_PARSE|Z_DATA_ERROR|Z_BUF_ERROR/, 'notHttp'],
  [/PROXY|TUNNEL|SOCKS_|ERR_PAC_|^Proxy response/, 'proxy'],
  [/ERR_(NAME_|DNS_|ICANN_)|ENOTFOUND|EAI_/, 'dns'],
  [/ERR_(CERT|SSL|BAD_SSL|TLS|ECH)|_CERT|CERT_|UNABLE_TO_|SIGNATURE|^EPROTO$|ERR_OSSL/, 'tls'],
  [/TIMED_OUT|TIMEDOUT|TIMEOUT|TimeoutError/, 'timeout'],
  [/ERR_(INTERNET_DISCONNECTED|NETWORK_|ADDRESS_UNREACHABLE)|E(NET|HOST)(UNREACH|DOWN)/, 'network'],
  [/ERR_(CONNECTION|SOCKET|EMPTY_RESPONSE|CONTENT_LENGTH|INCOMPLETE|HTTP2|QUIC|UNSAFE)/, 'tcp'],
  [/ECONN|EPIPE|EADDR|EACCES|UND_ERR_(SOCKET|CLOSED|RES_CONTENT)|^(terminated|bad port)$/, 'tcp'],
];

/** The names of Chromium and of Node that say what is wrong at a layer. */
const problems: readonly [ConnectionLayer, RegExp, ConnectionProblem][] = [
  ['tls', /CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'expired'],
  ['tls', /COMMON_NAME_INVALID|ALTNAME_INVALID|NAME_CONSTRAINT/, 'otherHost'],
  [
    'tls',
    /AUTHORITY_INVALID|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED/,
    'unknownAuthority',
  ],
  ['tls', /CERT_REVOKED/, 'revoked'],
  ['proxy', /PROXY_AUTH|UNEXPECTED_PROXY_AUTH|\b407\b/, 'authentication'],
];

function faultOfName(name: string): Meaning | null {
  return rules.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
