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

/** One HTTP call, ready to be sent. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** JSON text. */
  body?: string;
}

/** An answer whose status and body both say success. */
export interface HttpAnswer {
  status: number;
  /** Parsed JSON; null for "no content" (204), undefined where a body was due and is empty. */
  json: unknown;
  /** The service's clock when it answered, epoch milliseconds; null where it does not tell. */
  date: number | null;
}

/** A fault that came as an HTTP answer, with what only this layer may look at. */
export class AnswerError extends FaultError {
  constructor(
    fault: Fault,
    readonly answer: FailedAnswer,
  ) {
    super(fault);
  }
}

/** What is told of every answer, good or bad, before anything is decoded. */
export interface AnswerHead {
  status: number;
  apiUsage: number | null;
  apiDailyUsage: number | null;
}

export interface SendOptions {
  fetch: typeof fetch;
  now: () => number;
  after: (delayMs: number, run: () => void) => () => void;
  timeoutMs: number;
  maximumBytes: number;
  signal: AbortSignal | undefined;
  onHead: (head: AnswerHead) => void;
  /** What was sent and must not come back in the answer. */
  secrets: readonly string[];
}

/**
 * Sends one call and reads the answer whole. Rejects with FaultError; only where the caller's own
 * signal ended the call does it reject with that signal's reason.
 */
export async function send(call: HttpCall, options: SendOptions): Promise<HttpAnswer> {
  const { signal } = options;
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const cancelTimer = options.after(options.timeoutMs, () => timeout.abort());
  const host = new URL(call.url).host;
  try {
    const response = await options.fetch(call.url, {
      method: call.method,
      headers: call.headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      // Following would carry the token to wherever the answer points.
      redirect: 'manual',
      // No answer may be left in a cache on disk, and no cookie taken.
      cache: 'no-store',
      credentials: 'omit',
    });
    const text = await readBody(response, options.maximumBytes);
    return readAnswer(response, withoutSecrets(text, options.secrets, true), options, host);
  } catch (error) {
    if (error instanceof FaultError) throw error;
    if (timeout.signal.aborted) fail({ kind: 'offline', layer: 'timeout', host });
    if (signal?.aborted) throw signal.reason;
    fail(faultOfError(error, host));
  } finally {
    cancelTimer();
  }
}

/** The body as text. More than `maximumBytes` is no answer this service gives. */
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
  host: string,
): HttpAnswer {
  const { status, headers } = response;
  const isSuccess = status >= 200 && status < 300;
  const isHtml =
    /\b(x?html)\b/i.test(headers.get('content-type') ?? '') || text.trimStart().startsWith('<');
  const { json, isReadable } = parse(text);
  const envelope = decodeEnvelope(json);
  options.onHead({ status, apiUsage: envelope.apiUsage, apiDailyUsage: envelope.apiDailyUsage });

  if (!isSuccess || envelope.success === false) {
    const failed = {
      status,
      message: envelope.error && withoutSecrets(envelope.error, options.secrets, false),
      isHtml,
      saysFailure: envelope.success === false,
      retryAfterSeconds: readRetryAfter(headers, options.now()),
    };
    throw new AnswerError(faultOfAnswer(failed), failed);
  }
  if (isHtml) fail({ kind: 'notThisService', evidence: 'html', status });
  if (!isReadable) {
    // What begins as JSON and is none was cut off on the way; the service is the right one.
    if (/^\s*[[{]/.test(text)) fail({ kind: 'offline', layer: 'tcp', host });
    fail({ kind: 'notThisService', evidence: 'notJson', status });
  }
  return { status, json: status === 204 ? null : json, date: readDate(headers) };
}

/** Parsed JSON; an empty body is readable and holds nothing. */
function parse(text: string): { json: unknown; isReadable: boolean } {
  if (text.trim() === '') return { json: undefined, isReadable: true };
  try {
    return { json: JSON.parse(text), isReadable: true };
  } catch {
    return { json: undefined, isReadable: false };
  }
}
