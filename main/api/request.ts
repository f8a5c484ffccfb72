import { setTimeout as pause } from 'node:timers/promises';
import type { ClockSample } from '#main/pace/service-clock';
import type { Gaps } from '#shared/domain/known';
import { decodeEnvelope } from '#shared/wire/envelope';
import { fail, FaultError, type Fault } from '#shared/fault';
import { jsonInItsEncoding, reasonOf } from './refusal-reason';
import { faultOfAnswer, faultOfError, readRetryAfter, type FailedAnswer } from './failure';

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** JSON text. */
  body?: string;
}

/** An answer with a successful status and body. */
export interface HttpAnswer {
  status: number;
  /** Parsed JSON; null for "no content" (204), undefined if a body was expected and is empty. */
  json: unknown;
  /** The service's clock when it answered, epoch milliseconds; null if unknown. */
  date: number | null;
}

/** A fault of an HTTP answer, with details for this layer only. */
export class AnswerError extends FaultError {
  constructor(
    fault: Fault,
    readonly answer: FailedAnswer,
  ) {
    super(fault);
  }
}

/** What is reported of every answer before anything is decoded. */
export interface AnswerHead {
  status: number;
  apiUsage: number | null;
  apiDailyUsage: number | null;
  /** Of the two counters. */
  gaps?: Gaps;
  /** Compares the clocks; null without a `Date`, or if the answer may not be from the service. */
  clock: ClockSample | null;
}

/** What the HTTP layer gives to `fetch`. */
export interface FetchInit {
  method: HttpCall['method'];
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  redirect: 'manual';
  cache: 'no-store';
  credentials: 'omit';
}

/** What the HTTP layer reads of the response of `fetch`. */
export interface Received {
  status: number;
  headers: Pick<Headers, 'get' | 'has'>;
  body: { getReader(): BodyReader } | null;
}

export interface BodyReader {
  read(): Promise<{ done?: boolean; value?: Uint8Array | undefined }>;
  /** Ends the connection. */
  cancel(): Promise<void>;
}

/** The part of `fetch` that the HTTP layer uses: Electron's network in the app, Node's `fetch` in tests. */
export type Fetch = (url: string, init: FetchInit) => Promise<Received>;

/**
 * Runs an exchange with a `fetch` that sends each request at most once, also if the connection closes
 * before the answer.
 */
export type SendOnce = <T>(exchange: (fetch: Fetch) => Promise<T>) => Promise<T>;

interface SendOptions {
  fetch: Fetch;
  now: () => number;
  after: (delayMs: number, run: () => void) => () => void;
  timeoutMs: number;
  maximumBytes: number;
  signal: AbortSignal | undefined;
  onHead: (head: AnswerHead) => void;
  /** Sent values that must not appear in the answer. */
  secrets: readonly string[];
}

/**
 * Sends one call and reads the whole answer. Rejects with FaultError, or with the reason of the caller's
 * own signal if that aborted the call.
 */
export async function send(call: HttpCall, options: SendOptions): Promise<HttpAnswer> {
  const { signal } = options;
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const cancelTimer = options.after(options.timeoutMs, () => timeout.abort());
  const host = new URL(call.url).host;
  const sentAt = options.now();
  try {
    const response = await options.fetch(call.url, {
      method: call.method,
      headers: call.headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      // Following a redirect would send the token to another address.
      redirect: 'manual',
      // No answer may be cached on disk, and no cookie stored.
      cache: 'no-store',
      credentials: 'omit',
    });
    const times = { sentAt, receivedAt: options.now() };
    const body = await readBody(response, options);
    // The caller may have given up while a long text was parsed.
    signal?.throwIfAborted();
    return readAnswer(response, body, options, { host, ...times });
  } catch (error) {
    if (error instanceof FaultError) throw error;
    if (timeout.signal.aborted) fail({ kind: 'offline', layer: 'timeout', host });
    if (signal?.aborted) throw signal.reason;
    fail(faultOfError(error, host));
  } finally {
    cancelTimer();
  }
}

/** A body without the secrets of its call. */
interface Body {
  /** Parsed; undefined if it is empty or no JSON. */
  json: unknown;
  /** False: it is not JSON. */
  isReadable: boolean;
  /** Its first character that is no space; null: it is empty. */
  begin: string | null;
  /** As it came, at most `shortBodyBytes`. */
  beginning: Uint8Array;
}

/** Most bodies: of one device, group or user. */
const shortBodyBytes = 64 * 1024;

async function readBody(
  response: Received,
  { maximumBytes, secrets }: Pick<SendOptions, 'maximumBytes' | 'secrets'>,
): Promise<Body> {
  const bytes = await readBytes(response, maximumBytes);
  const text = withoutSecrets(new TextDecoder().decode(bytes), secrets, true);
  const beginning = bytes.subarray(0, shortBodyBytes);
  const begin = /\S/.exec(text)?.[0] ?? null;
  if (begin === null) return { json: undefined, isReadable: true, begin, beginning };
  // Of a hundred thousand devices the text takes about 50 ms and its JSON 150: input comes between. An immediate
  // would run in the same turn of the event loop.
  if (bytes.byteLength > shortBodyBytes) await pause(0);
  try {
    return { json: JSON.parse(text) as unknown, isReadable: true, begin, beginning };
  } catch {
    return { json: undefined, isReadable: false, begin, beginning };
  }
}

/**
 * All bytes of a body, within the time of the call. One longer than `maximumBytes` is cut off: at once if
 * it states its length, else at the limit. What is counted is unpacked.
 */
async function readBytes({ status, headers, body }: Received, maximumBytes: number) {
  const parts: Uint8Array[] = [];
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const refuse = (): never => {
    // Ends the connection; nothing of the rest is needed.
    void reader.cancel().catch(() => undefined);
    return fail({
      kind: 'notThisService',
      evidence: 'shape',
      status,
      largerThanBytes: maximumBytes,
    });
  };
  if (Number(headers.get('content-length')) > maximumBytes) return refuse();
  let length = 0;
  for (;;) {
    const { value } = await reader.read();
    if (!value) return Buffer.concat(parts, length);
    length += value.byteLength;
    if (length > maximumBytes) return refuse();
    parts.push(value);
  }
}

function readAnswer(
  response: Received,
  body: Body,
  options: SendOptions,
  { host, ...times }: { host: string; sentAt: number; receivedAt: number },
): HttpAnswer {
  const { json, isReadable, begin } = body;
  const { status, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  const isSuccess = status >= 200 && status < 300;
  // A refusal in JSON is one of the service, whatever its type says.
  const isRefusal = !isSuccess && typeof json === 'object' && json !== null;
  const isHtml = begin === '<' || (/\b(x?html)\b/i.test(contentType) && !isRefusal);
  const envelope = decodeEnvelope(json);
  const date = readDate(headers);
  // A page of a gateway or portal has its own clock, and a stored answer an old date.
  const isOfService = isReadable && json !== undefined && !isHtml && !headers.has('age');
  options.onHead({
    status,
    apiUsage: envelope.apiUsage,
    apiDailyUsage: envelope.apiDailyUsage,
    ...(envelope.gaps && { gaps: envelope.gaps }),
    clock: isOfService && date !== null ? { ...times, date } : null,
  });

  if (!isSuccess || envelope.success === false) {
    const failed = {
      status,
      message: reasonOf(
        {
          json: jsonInItsEncoding(body.beginning, contentType) ?? json,
          beginning: body.beginning,
          contentType,
        },
        (text) => withoutSecrets(text, options.secrets, false),
      ),
      isHtml,
      saysFailure: envelope.success === false,
      retryAfterSeconds: readRetryAfter(headers, date ?? options.now()),
    };
    throw new AnswerError(faultOfAnswer(failed), failed);
  }
  if (isHtml) fail({ kind: 'notThisService', evidence: 'html', status });
  if (!isReadable) {
    // A body that starts as JSON was truncated in transit; the service is the right one.
    if (begin === '[' || begin === '{') fail({ kind: 'offline', layer: 'tcp', host });
    fail({ kind: 'notThisService', evidence: 'notJson', status });
  }
  return { status, json: status === 204 ? null : json, date };
}

/** The `Date` header as epoch milliseconds; null if it is absent or unreadable. */
export function readDate(headers: Pick<Headers, 'get'>): number | null {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : at;
}

// Secrets in texts. Why it is so: docs/decisions/0015-redact-secrets-in-responses.md

/** Shorter secrets are words that may occur in an answer by chance. */
const shortestInData = 8;

/**
 * Removes the secrets of a call from a text of the service, which may quote headers and bodies in its
 * error messages and records. Short secrets stay in data, where replacing a word would change a name.
 */
export function withoutSecrets(text: string, secrets: readonly string[], isData: boolean): string {
  return replaceForms(text, formsIn(secrets, isData));
}

/** All forms of the secrets, the longest first: a secret may contain another. */
function formsIn(secrets: readonly string[], isData: boolean): string[] {
  return secrets
    .filter((secret) => secret.length >= (isData ? shortestInData : 1))
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length);
}

function replaceForms(text: string, forms: readonly string[]): string {
  return forms.reduce(
    (rest, form) => (rest.includes(form) ? rest.replaceAll(form, '…') : rest),
    text,
  );
}

/** Plain, in JSON, in JSON quoted in JSON, and in a URL. */
function formsOf(secret: string): string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const inAddress = secret.isWellFormed() ? encodeURIComponent(secret) : secret;
  return [...new Set([secret, once, twice, inAddress])];
}

/** Every password in a body or a JSON Patch that is about to be sent. */
export function passwordsIn(body: unknown): string[] {
  if (Array.isArray(body)) {
    return body.flatMap((step: unknown) => {
      const { path, value } = (step ?? {}) as { path?: unknown; value?: unknown };
      const isPassword = typeof path === 'string' && path.toLowerCase() === '/password';
      return isPassword && typeof value === 'string' ? [value] : [];
    });
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name.toLowerCase() === 'password' && typeof value === 'string' ? [value] : [],
  );
}

/**
 * Masks what looks like a secret in a line whose secrets are not known: tokens (JWT), bearer headers, values named as
 * secrets, Base64 with its padding and long runs of key-like characters.
 */
export function maskSecrets(line: string): string {
  return line
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/Bearer\s+\S+/gi, 'Bearer <token>')
    .replaceAll(
      /(?<![a-z])(passw(?:or)?d|passphrase|secret|token|api[ _-]?key)("?\s{0,3}[:=]\s{0,3}"?)[^\s"',;&<]+/gi,
      '$1$2<masked>',
    )
    .replaceAll(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{22,}={1,2}/g, '<masked>')
    .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g, '<masked>');
}
