import { setTimeout as pause } from 'node:timers/promises';
import type { ClockSample } from '#main/pace/service-clock';
import type { Gaps } from '#shared/domain/known';
import { decodeEnvelope } from '#shared/wire/envelope';
import { fail, FaultError, type Fault } from '#shared/fault';
import { withoutSecrets } from './redaction';
import { jsonInItsEncoding, reasonOf } from './refusal-reason';
import {
  faultOfAnswer,
  faultOfError,
  readDate,
  readRetryAfter,
  type FailedAnswer,
} from './failure';

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
        options.secrets,
      ),
      isHtml,
      saysFailure: envelope.success === false,
      retryAfterSeconds: readRetryAfter(headers, options.now()),
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
