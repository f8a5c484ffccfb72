import { currentCallSource, type CallSource } from '#main/pace/call-source';
import type { ClockSample } from '#main/pace/service-clock';
import type { Gaps } from '#shared/domain/known';
import { fail, FaultError } from '#shared/fault';
import { decodeTokenAnswer } from '#shared/wire/token';
import { createDialect, type Dialect } from './dialect';
import { faultOfExchange } from './failure';
import { passwordsIn, withoutSecrets } from './redaction';
import { AnswerError, send, type AnswerHead, type HttpAnswer, type HttpCall } from './request';
import { createTokenKeeper, type Exchanged, type Token } from './token';

/** One finished HTTP call, for counters and diagnostics; without bodies and tokens. */
export interface CallReport {
  source: CallSource;
  method: HttpCall['method'];
  /** The shape of the path as the interface names it, without the record's id. */
  path: string;
  /** null: no answer came. */
  status: number | null;
  /** Epoch milliseconds when it ended. */
  at: number;
  apiUsage: number | null;
  apiDailyUsage: number | null;
  /** Of the two counters. */
  gaps?: Gaps;
  /** The clocks of this computer and the service at this call. */
  clock: ClockSample | null;
  /** Records of the answer that could not be read. */
  skippedRecords: number;
}

export interface ApiOptions {
  /** Electron's session fetch in the app, Node's in tests. */
  fetch: typeof fetch;
  /** Base address without a trailing slash, as `readAddress` gives it. */
  address: string;
  userName: string;
  apiKey: () => Promise<string | null>;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Milliseconds of the monotonic clock. */
  monotonicNow?: () => number;
  /** Runs once after a delay; returns the function that cancels it. */
  after?: (delayMs: number, run: () => void) => () => void;
  /** What was learned about the service; absent: learned for this client alone. */
  dialect?: Dialect;
  /** For one call, including its body. */
  timeoutMs?: number;
  /** Longer answers are refused. */
  maximumBytes?: number;
  /**
   * Charges one call to the account's budget. It runs synchronously when an operation starts, and again
   * before each repeat, so that a caller which checks the budget sees each charge. Token exchanges are
   * not charged.
   */
  charge?: (source: CallSource) => void;
  /** Reports every HTTP call that was sent, token exchanges included. */
  onCall?: (call: CallReport) => void;
}

/** One operation of section 4 on one record. */
export interface Operation {
  method: HttpCall['method'];
  /** With `{…}` where the record's id belongs. */
  path: string;
  id?: string;
  body?: unknown;
}

/** Calls operations with a valid token, in the media type that the service accepts. */
export interface Caller {
  signIn(signal?: AbortSignal): Promise<Exchanged>;
  forgetToken(): void;
  /** Calls, decodes and reports. An answer without a body is decoded as undefined. */
  call<T>(
    operation: Operation,
    decode: (json: unknown) => T | Promise<T>,
    skippedRecords: (decoded: T) => number,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Calls where only success matters. */
  done(operation: Operation, signal?: AbortSignal): Promise<void>;
}

/** Reads the value of a successful answer, and counts the records that could not be read. */
type Read<T> = (answer: HttpAnswer) => Readout<T> | Promise<Readout<T>>;
interface Readout<T> {
  value: T;
  skippedRecords: number;
}

const tokenPath = '/api/Auth/Token';
/** How long refusals are trusted after a new token did not help. */
const trustedForMs = 600_000;
const json = 'application/json';
const jsonPatch = 'application/json-patch+json';

export function createCaller(options: ApiOptions): Caller {
  const now = options.now ?? Date.now;
  const monotonicNow = options.monotonicNow ?? (() => performance.now());
  const dialect = options.dialect ?? createDialect();
  const sendOptions = {
    errorPages: dialect.errorPages,
    fetch: options.fetch,
    now,
    after: options.after ?? afterTimeout,
    timeoutMs: options.timeoutMs ?? 30_000,
    maximumBytes: options.maximumBytes ?? 64 * 1024 * 1024,
  };

  const charge = () => options.charge?.(currentCallSource());

  /** Sends one call and reports it, however it ends. */
  async function sendOnce<T>(
    path: string,
    call: HttpCall,
    read: Read<T>,
    secrets: readonly string[],
    signal?: AbortSignal,
  ): Promise<T> {
    let head: AnswerHead | null = null;
    let skippedRecords = 0;
    try {
      const answer = await send(call, {
        ...sendOptions,
        signal,
        secrets,
        onHead: (received) => {
          head = received;
        },
      });
      const result = await read(answer);
      skippedRecords = result.skippedRecords;
      return result.value;
    } finally {
      const received = head as AnswerHead | null;
      options.onCall?.({
        source: currentCallSource(),
        method: call.method,
        path,
        status: received?.status ?? null,
        at: now(),
        apiUsage: received?.apiUsage ?? null,
        apiDailyUsage: received?.apiDailyUsage ?? null,
        ...(received?.gaps && { gaps: received.gaps }),
        clock: received?.clock ?? null,
        skippedRecords,
      });
    }
  }

  async function exchange(apiKey: string): Promise<Exchanged> {
    const call: HttpCall = {
      method: 'POST',
      url: options.address + tokenPath,
      headers: { accept: json, 'content-type': json },
      body: JSON.stringify({ userName: options.userName, apiKey }),
    };
    try {
      const read = (answer: HttpAnswer) => ({ value: readExchange(answer), skippedRecords: 0 });
      // The answer itself is not redacted: a service may use the key as the token.
      return await sendOnce(tokenPath, call, read, []);
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      const { answer } = error;
      const message = answer.message && withoutSecrets(answer.message, [apiKey], false);
      throw new FaultError(faultOfExchange({ ...answer, message }));
    }
  }

  const keeper = createTokenKeeper({
    apiKey: options.apiKey,
    exchange,
    now,
    monotonicNow,
  });

  async function callOnce<T>(
    operation: Operation,
    url: string,
    token: Token,
    read: Read<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const isPatch = operation.method === 'PATCH';
    const contentType = isPatch ? dialect.patchContentType : json;
    const call: HttpCall = {
      method: operation.method,
      url,
      headers: {
        accept: json,
        authorization: `Bearer ${token.value}`,
        ...(operation.body === undefined ? {} : { 'content-type': contentType }),
      },
      ...(operation.body === undefined ? {} : { body: JSON.stringify(operation.body) }),
    };
    const apiKey = await options.apiKey();
    const secrets = [token.value, ...(apiKey ? [apiKey] : []), ...passwordsIn(operation.body)];
    try {
      return await sendOnce(operation.path, call, read, secrets, signal);
    } catch (error) {
      if (!isPatch || contentType !== json || !isMediaTypeRefusal(error)) throw error;
      charge();
      const other = { ...call, headers: { ...call.headers, 'content-type': jsonPatch } };
      const value = await sendOnce(operation.path, other, read, secrets, signal);
      dialect.patchContentType = jsonPatch;
      return value;
    }
  }

  async function call<T>(
    operation: Operation,
    decode: (json: unknown) => T | Promise<T>,
    skippedRecords: (decoded: T) => number,
    signal?: AbortSignal,
  ): Promise<T> {
    const url = options.address + pathOf(operation);
    const read = async (answer: HttpAnswer) => {
      const value = await decode(answer.json);
      return { value, skippedRecords: skippedRecords(value) };
    };
    charge();
    const token = await abortable(keeper.token(), signal);
    try {
      return await callOnce(operation, url, token, read, signal);
    } catch (error) {
      const isDoubted = operation.method === 'GET' && isRefusalInDisguise(error) && mayDoubt();
      if (!isUnauthorized(error) && !isDoubted) throw error;
      const fresh = await abortable(keeper.replace(token), signal);
      charge();
      const value = callOnce(operation, url, fresh, read, signal);
      return isDoubted ? value.catch(trustAgain) : value;
    }
  }

  const mayDoubt = () => monotonicNow() >= dialect.refusalsTrustedUntil;

  /** The token was not the reason. */
  function trustAgain(error: unknown): never {
    if (isRefusalInDisguise(error)) dialect.refusalsTrustedUntil = monotonicNow() + trustedForMs;
    throw error;
  }

  return {
    signIn: (signal) => abortable(keeper.signIn(), signal),
    forgetToken: keeper.forget,
    call,
    done: (operation, signal) =>
      call(
        operation,
        () => undefined,
        () => 0,
        signal,
      ),
  };
}

function readExchange({ json: body, date, status }: HttpAnswer): Exchanged {
  const answer = decodeTokenAnswer(body);
  const { token } = answer;
  if (token === null) fail({ kind: 'notThisService', evidence: 'shape', status });
  return { answer: { ...answer, token }, date };
}

/** The path of an operation with its id as one encoded segment. */
function pathOf({ path, id }: Operation): string {
  if (id === undefined) return path;
  // A URL removes a segment of dots; half a surrogate pair cannot be encoded.
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) fail({ kind: 'notFound' });
  return path.replace(/\{\w+\}/, () => encodeURIComponent(id));
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'unauthorized';
}

/**
 * `success: false` with a successful status: the documented failures have no status, and one of
 * them is an expired token. Some services respond to an expired token with 403.
 */
function isRefusalInDisguise(error: unknown): boolean {
  return error instanceof AnswerError && (error.answer.status < 300 || error.answer.status === 403);
}

function isMediaTypeRefusal(error: unknown): boolean {
  return error instanceof AnswerError && error.answer.status === 415;
}

/** Waits for a shared promise; aborting one wait does not affect the others. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function afterTimeout(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
