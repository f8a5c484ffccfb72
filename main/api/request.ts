import type { ClockSample } from '#main/pace/service-clock';
import type { Gaps } from '#shared/domain/known';
import { decodeEnvelope } from '#shared/wire/envelope';
import { fail, FaultError, type Fault } from '#shared/fault';
import { withoutSecrets } from './redaction';
import {
  faultOfAnswer,
  faultOfError,
  readDate,
  readRetryAfter,
  type FailedAnswer,
} from './failure';

/** One HTTP call to send. */
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

export interface SendOptions {
  fetch: typeof fetch;
  now: () => number;
  after: (delayMs: number, run: () => void) => () => void;
  timeoutMs: number;
  maximumBytes: number;
  signal: AbortSignal | undefined;
  onHead: (head: AnswerHead) => void;
  /** Sent values that must not appear in the answer. */
  secrets: readonly string[];
  /** Statuses for which the service itself sends web pages. */
  errorPages: ReadonlySet<number>;
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
    const text = await readBody(response, options.maximumBytes);
    const body = withoutSecrets(text, options.secrets, true);
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

/** The body as text; a body longer than `maximumBytes` is not from this service. */
async function readBody(response: Response, maximumBytes: number): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maximumBytes) {
      await reader.cancel();
      fail({ kind: 'notThisService', evidence: 'shape', status: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}

function readAnswer(
  response: Response,
  text: string,
  options: SendOptions,
  { host, ...times }: { host: string; sentAt: number; receivedAt: number },
): HttpAnswer {
  const { status, headers } = response;
  const isSuccess = status >= 200 && status < 300;
  const isHtml =
    /\b(x?html)\b/i.test(headers.get('content-type') ?? '') || text.trimStart().startsWith('<');
  const { json, isReadable } = parse(text);
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
      message: envelope.error && withoutSecrets(envelope.error, options.secrets, false),
      isHtml: isHtml && !options.errorPages.has(status),
      saysFailure: envelope.success === false,
      retryAfterSeconds: readRetryAfter(headers, options.now()),
    };
    throw new AnswerError(faultOfAnswer(failed), failed);
  }
  if (isHtml) fail({ kind: 'notThisService', evidence: 'html', status });
  if (!isReadable) {
    // A body that starts as JSON was truncated in transit; the service is the right one.
    if (/^\s*[[{]/.test(text)) fail({ kind: 'offline', layer: 'tcp', host });
    fail({ kind: 'notThisService', evidence: 'notJson', status });
  }
  return { status, json: status === 204 ? null : json, date };
}

/** Parsed JSON; an empty body is readable and contains nothing. */
function parse(text: string): { json: unknown; isReadable: boolean } {
  if (text.trim() === '') return { json: undefined, isReadable: true };
  try {
    return { json: JSON.parse(text), isReadable: true };
  } catch {
    return { json: undefined, isReadable: false };
  }
}
