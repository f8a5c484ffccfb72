import type { QueuedCall } from '#main/pace/request-queue';
import { currentCallSource } from '#main/pace/call-source';
import { fail, FaultError } from '#shared/fault';
import { abortable } from './abortable';
import { createDialect } from './dialect';
import { passwordsIn } from './redaction';
import { AnswerError, type HttpAnswer, type HttpCall } from './request';
import { createSender, openQueue, type ApiOptions, type Read } from './sender';
import { createTokenKeeper, type Exchanged, type Token } from './token';
import { createTokenExchange } from './token-exchange';

/** One operation of section 4 on one record. */
export interface Operation {
  method: HttpCall['method'];
  /** With `{…}` where the record's id belongs. */
  path: string;
  id?: string;
  body?: unknown;
  /** A POST that changes nothing. */
  isQuery?: boolean;
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

/** Tokens that may expire one after the other while a call waits; the last one is tried nevertheless. */
const mostTokens = 3;
/** How long refusals are trusted after a new token did not help. */
const trustedForMs = 600_000;
const json = 'application/json';
const jsonPatch = 'application/json-patch+json';

export function createCaller(options: ApiOptions): Caller {
  const monotonicNow = options.monotonicNow ?? (() => performance.now());
  const dialect = options.dialect ?? createDialect();
  const queue = options.queue ?? openQueue;
  const sendAndReport = createSender(options);
  const keeper = createTokenKeeper({
    apiKey: options.apiKey,
    exchange: createTokenExchange(options, queue, sendAndReport),
    now: options.now ?? Date.now,
    monotonicNow,
  });

  /** Waits for its turn; returns a token that is valid then, because one can expire during the wait. */
  async function turnWithToken(gated: QueuedCall): Promise<Token> {
    for (let attempt = 1; ; attempt++) {
      const token = await gated.waitFor(keeper.token());
      const isReady = () => attempt === mostTokens || keeper.isValid(token);
      if (await gated.turn(isReady)) return token;
    }
  }

  /** Sends an operation whose turn has come. */
  async function callOnce<T>(
    operation: Operation,
    url: string,
    token: Token,
    read: Read<T>,
    gated: QueuedCall,
    signal?: AbortSignal,
  ): Promise<T> {
    const isPatch = operation.method === 'PATCH';
    const mayRepeat = operation.method === 'GET' || operation.isQuery === true;
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
    const { path } = operation;
    const sending = { path, mayRepeat, call, read, secrets, gated, signal };
    try {
      return await sendAndReport(sending);
    } catch (error) {
      if (!isPatch || contentType !== json || !isMediaTypeRefusal(error)) throw error;
      await gated.turn();
      const other = { ...call, headers: { ...call.headers, 'content-type': jsonPatch } };
      const value = await sendAndReport({ ...sending, call: other });
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
    const { path, id } = operation;
    const gated = queue.begin({ source: currentCallSource(), path, id, signal });
    try {
      return await callGated(operation, url, read, gated, signal);
    } finally {
      gated.end();
    }
  }

  async function callGated<T>(
    operation: Operation,
    url: string,
    read: Read<T>,
    gated: QueuedCall,
    signal?: AbortSignal,
  ): Promise<T> {
    const token = await turnWithToken(gated);
    try {
      return await callOnce(operation, url, token, read, gated, signal);
    } catch (error) {
      const isDoubted = operation.method === 'GET' && isRefusalInDisguise(error) && mayDoubt();
      if (!isUnauthorized(error) && !isDoubted) throw error;
      await gated.waitFor(keeper.replace(token));
      const fresh = await turnWithToken(gated);
      const value = callOnce(operation, url, fresh, read, gated, signal);
      return await (isDoubted ? value.catch(trustAgain) : value);
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
