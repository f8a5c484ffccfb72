import { currentCallSource, type CallSource } from '#main/pace/budget';
import { systemClock } from '#main/pace/clock';
import type { QueuedCall, RequestQueue } from '#main/pace/request-queue';
import type { ClockSample } from '#main/pace/service-clock';
import type { Gaps } from '#shared/domain/known';
import { fail, FaultError, type Fault } from '#shared/fault';
import { decodeTokenAnswer, type TokenAnswer } from '#shared/wire/token';
import { createDialect, type Dialect } from './dialect';
import { faultOfExchange } from './failure';
import {
  passwordsIn,
  withoutSecrets,
  AnswerError,
  send,
  type AnswerHead,
  type Fetch,
  type HttpAnswer,
  type HttpCall,
  type SendOnce,
} from './request';

export interface ApiOptions {
  fetch: Fetch;
  /** For requests that must not be repeated; absent: `fetch` itself never repeats one. */
  sendOnce?: SendOnce | undefined;
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
   * Decides when each request may be sent, token exchanges and repeats included. An operation is known
   * to it synchronously from its start, so that a caller which checks the budget sees its own calls.
   * Absent: nothing waits.
   */
  queue?: Pick<RequestQueue, 'begin'>;
  /** Reports every HTTP call that was sent, token exchanges included. */
  onCall?: (call: CallReport) => void;
}

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
  /** From sending to the end of the body, in whole milliseconds. */
  durationMs: number;
  apiUsage: number | null;
  apiDailyUsage: number | null;
  /** Of the two counters. */
  gaps?: Gaps;
  /** The clocks of this computer and the service at this call. */
  clock: ClockSample | null;
  /** Records of the answer that could not be read. */
  skippedRecords: number;
}

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

/** Reads the value of a successful answer, and counts the records that could not be read. */
type Read<T> = (answer: HttpAnswer) => Readout<T> | Promise<Readout<T>>;
interface Readout<T> {
  value: T;
  skippedRecords: number;
}

/** One request of an operation whose turn has come. */
interface Sending<T> {
  /** As `CallReport` names it. */
  path: string;
  /** Sending it twice changes nothing. */
  mayRepeat: boolean;
  call: HttpCall;
  read: Read<T>;
  /** Sent values that must not appear in the answer. */
  secrets: readonly string[];
  queued: QueuedCall;
  signal?: AbortSignal | undefined;
}

/** Tokens that may expire one after the other while a call waits; the last one is tried nevertheless. */
const mostTokens = 3;
/** How long refusals are trusted after a new token did not help. */
const trustedForMs = 600_000;
const exchangePath = '/api/Auth/Token';
const json = 'application/json';
const jsonPatch = 'application/json-patch+json';

/** Calls operations with a valid token, in the media type that the service accepts. */
export class Caller {
  readonly #dialect: Dialect;
  readonly #queue: Pick<RequestQueue, 'begin'>;
  readonly #tokens: ReturnType<typeof createTokenKeeper>;
  readonly #now: () => number;
  readonly #monotonicNow: () => number;

  constructor(private readonly options: ApiOptions) {
    this.#dialect = options.dialect ?? createDialect();
    this.#queue = options.queue ?? openQueue;
    this.#now = options.now ?? Date.now;
    this.#monotonicNow = options.monotonicNow ?? (() => performance.now());
    this.#tokens = createTokenKeeper({
      apiKey: options.apiKey,
      exchange: (apiKey) => this.#exchange(apiKey),
      now: this.#now,
      monotonicNow: this.#monotonicNow,
    });
  }

  signIn(signal?: AbortSignal): Promise<Exchanged> {
    return abortable(this.#tokens.signIn(), signal);
  }

  forgetToken(): void {
    this.#tokens.forget();
  }

  /** Calls where only success matters. */
  async done(operation: Operation, signal?: AbortSignal): Promise<void> {
    await this.call(
      operation,
      () => undefined,
      () => 0,
      signal,
    );
  }

  /** Calls, decodes and reports. An answer without a body is decoded as undefined. */
  async call<T>(
    operation: Operation,
    decode: (json: unknown) => T | Promise<T>,
    skippedRecords: (decoded: T) => number,
    signal?: AbortSignal,
  ): Promise<T> {
    const { path, id } = operation;
    const url = this.options.address + pathOf(operation);
    const read = async (answer: HttpAnswer) => {
      const value = await decode(answer.json);
      return { value, skippedRecords: skippedRecords(value) };
    };
    const queued = this.#queue.begin({ source: currentCallSource(), path, id, signal });
    const once = (token: Token) => this.#callOnce(operation, url, token, read, queued, signal);
    try {
      const token = await this.#turnWithToken(queued);
      try {
        return await once(token);
      } catch (error) {
        const isDoubted = operation.method === 'GET' && this.#mayMeanExpired(error);
        if (!isUnauthorized(error) && !isDoubted) throw error;
        await queued.waitFor(this.#tokens.replace(token));
        const value = once(await this.#turnWithToken(queued));
        return await (isDoubted ? value.catch((again: unknown) => this.#trustAgain(again)) : value);
      }
    } finally {
      queued.end();
    }
  }

  /** Waits for its turn; returns a token that is valid then, because one can expire during the wait. */
  async #turnWithToken(queued: QueuedCall): Promise<Token> {
    for (let attempt = 1; ; attempt++) {
      const token = await queued.waitFor(this.#tokens.token());
      const isReady = () => attempt === mostTokens || this.#tokens.isValid(token);
      if (await queued.turn(isReady)) return token;
    }
  }

  /** Sends an operation whose turn has come; a patch again in the other media type, if that is why it failed. */
  async #callOnce<T>(
    operation: Operation,
    url: string,
    token: Token,
    read: Read<T>,
    queued: QueuedCall,
    signal?: AbortSignal,
  ): Promise<T> {
    const { method, path, body } = operation;
    const isPatch = method === 'PATCH';
    const mayRepeat = method === 'GET' || operation.isQuery === true;
    const contentType = isPatch ? this.#dialect.patchContentType : json;
    const call: HttpCall = {
      method,
      url,
      headers: {
        accept: json,
        authorization: `Bearer ${token.value}`,
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const apiKey = await this.options.apiKey();
    const secrets = [token.value, ...(apiKey ? [apiKey] : []), ...passwordsIn(body)];
    const sending = { path, mayRepeat, call, read, secrets, queued, signal };
    try {
      return await this.#send(sending);
    } catch (error) {
      if (!isPatch || contentType !== json || !isMediaTypeRefusal(error)) throw error;
      await queued.turn();
      const other = { ...call, headers: { ...call.headers, 'content-type': jsonPatch } };
      const value = await this.#send({ ...sending, call: other });
      this.#dialect.patchContentType = jsonPatch;
      return value;
    }
  }

  /** Exchanges the API key for a token (specification 4.1). Rejects with FaultError. */
  async #exchange(apiKey: string): Promise<Exchanged> {
    const { address, userName } = this.options;
    const queued = this.#queue.begin({ source: 'token', path: exchangePath });
    try {
      await queued.turn();
      return await this.#send({
        path: exchangePath,
        mayRepeat: false,
        call: {
          method: 'POST',
          url: address + exchangePath,
          headers: { accept: json, 'content-type': json },
          body: JSON.stringify({ userName, apiKey }),
        },
        read: (answer) => ({ value: readExchange(answer), skippedRecords: 0 }),
        // The answer itself is not redacted: a service may use the key as the token.
        secrets: [],
        queued,
      });
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      const { answer } = error;
      const message = answer.message && withoutSecrets(answer.message, [apiKey], false);
      throw new FaultError(faultOfExchange({ ...answer, message }));
    } finally {
      queued.end();
    }
  }

  /** Sends one request and reports it, however it ends. Rejects as `send` does. */
  async #send<T>(sending: Sending<T>): Promise<T> {
    const { path, mayRepeat, call, read, secrets, queued, signal } = sending;
    const { fetch, after = systemClock.after, timeoutMs = 30_000, onCall } = this.options;
    const { maximumBytes = 64 * 1024 * 1024, sendOnce } = this.options;
    const sentAt = this.#monotonicNow();
    let head: AnswerHead | null = null;
    let skippedRecords = 0;
    let retryAfterSeconds: number | null = null;
    const onHead = (received: AnswerHead) => {
      head = received;
    };
    const limits = { now: this.#now, after, timeoutMs, maximumBytes };
    const exchange = (via: Fetch) => send(call, { ...limits, fetch: via, signal, secrets, onHead });
    try {
      const answer = await (mayRepeat || !sendOnce ? exchange(fetch) : sendOnce(exchange));
      const result = await read(answer);
      skippedRecords = result.skippedRecords;
      return result.value;
    } catch (error) {
      if (error instanceof AnswerError) retryAfterSeconds = error.answer.retryAfterSeconds;
      throw error;
    } finally {
      const received = head as AnswerHead | null;
      queued.answered({ status: received?.status ?? null, retryAfterSeconds });
      onCall?.({
        source: currentCallSource(),
        method: call.method,
        path,
        status: received?.status ?? null,
        at: this.#now(),
        durationMs: Math.round(this.#monotonicNow() - sentAt),
        apiUsage: received?.apiUsage ?? null,
        apiDailyUsage: received?.apiDailyUsage ?? null,
        ...(received?.gaps && { gaps: received.gaps }),
        clock: received?.clock ?? null,
        skippedRecords,
      });
    }
  }

  /** Whether a refusal may mean that the token expired, although it does not say so. */
  #mayMeanExpired(error: unknown): boolean {
    return isRefusalInDisguise(error) && this.#monotonicNow() >= this.#dialect.refusalsTrustedUntil;
  }

  /** The token was not the reason. */
  #trustAgain(error: unknown): never {
    if (isRefusalInDisguise(error)) {
      this.#dialect.refusalsTrustedUntil = this.#monotonicNow() + trustedForMs;
    }
    throw error;
  }
}

/** Without a queue every request is sent at once; only the caller's signal ends a wait. */
const openQueue: Pick<RequestQueue, 'begin'> = {
  begin: ({ signal }) => ({
    turn: () => Promise.resolve(true),
    waitFor: (work) => abortable(work, signal),
    answered: () => undefined,
    end: () => undefined,
  }),
};

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

/** The path of an operation with its id as one encoded segment. */
function pathOf({ path, id }: Operation): string {
  if (id === undefined) return path;
  // A URL removes a segment of dots; half a surrogate pair cannot be encoded.
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) fail({ kind: 'notFound' });
  return path.replace(/\{\w+\}/, () => encodeURIComponent(id));
}

function readExchange({ json: body, date, status }: HttpAnswer): Exchanged {
  const answer = decodeTokenAnswer(body);
  const { token } = answer;
  if (token === null) fail({ kind: 'notThisService', evidence: 'shape', status });
  return { answer: { ...answer, token }, date };
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

// Tokens. Why it is so: docs/decisions/0013-token-lifetime-and-refused-keys.md

/** The result of an exchange: the answer and the service's time. */
export interface Exchanged {
  answer: TokenAnswer & { token: string };
  /** Epoch milliseconds by the service's clock; null if unknown. */
  date: number | null;
}

interface TokenKeeperOptions {
  /** The API key; null if none is available now. */
  apiKey: () => Promise<string | null>;
  /** Exchanges a key for a token. Rejects with FaultError, `unauthorized` for a refused key. */
  exchange: (apiKey: string) => Promise<Exchanged>;
  now: () => number;
  /** Milliseconds of the monotonic clock. */
  monotonicNow: () => number;
}

/** A token in use, compared by identity. */
export interface Token {
  readonly value: string;
}

/** Renewed this long before it expires, or a tenth of its lifetime if that is less. */
const longestMarginMs = 60_000;
/** The `Date` header has a resolution of one second. */
const clockGrainMs = 1_000;
/** A shorter lifetime may be a wrong clock; then the service's 401 decides. */
const shortestLifetimeMs = 5_000;
/** A refused key is not tried again automatically before this: services lock accounts. */
const refusalHoldsMs = 60_000;

/** After a failed renewal the old token is used this long before the next attempt. */
const renewAgainMs = 10_000;

interface Held extends Token {
  issuedAt: number;
  issuedAtMonotonic: number;
  /** Its lifetime from when it was issued; null: unknown, used until it is refused. */
  lifetimeMs: number | null;
}

/** Holds the token of an account: requests it, renews it in time, and shares one exchange. */
export function createTokenKeeper(options: TokenKeeperOptions) {
  type Issued = Exchanged & { token: Held };
  let held: Held | null = null;
  let refusal: { apiKey: string; fault: Fault; at: number } | null = null;
  let inFlight: { apiKey: string; issued: Promise<Issued> } | null = null;
  let renewal: Promise<Held> | null = null;
  let lastFailureAt = Number.NEGATIVE_INFINITY;
  /** Grows with `forget`; the result of an earlier exchange is ignored. */
  let generation = 0;

  async function readKey(): Promise<string> {
    const apiKey = await options.apiKey();
    if (!apiKey) throw new FaultError({ kind: 'unauthorized' });
    return apiKey;
  }

  function exchange(apiKey: string, started: number): Promise<Issued> {
    if (inFlight?.apiKey === apiKey) return inFlight.issued;
    const mine = { apiKey, issued: issue(apiKey, started) };
    inFlight = mine;
    const settle = () => {
      if (inFlight === mine) inFlight = null;
    };
    mine.issued.then(settle, settle);
    return mine.issued;
  }

  async function issue(apiKey: string, started: number): Promise<Issued> {
    try {
      const exchanged = await options.exchange(apiKey);
      const token = hold(exchanged);
      if (started === generation) {
        held = token;
        refusal = null;
      }
      return { ...exchanged, token };
    } catch (error) {
      if (started === generation && isRefusal(error)) {
        held = null;
        refusal = { apiKey, fault: error.fault, at: options.monotonicNow() };
      }
      throw error;
    }
  }

  function hold({ answer, date }: Exchanged): Held {
    const lifetime = answer.expiresAt === null ? null : answer.expiresAt - (date ?? options.now());
    return {
      value: answer.token,
      issuedAt: options.now(),
      issuedAtMonotonic: options.monotonicNow(),
      lifetimeMs: lifetime !== null && lifetime >= shortestLifetimeMs ? lifetime : null,
    };
  }

  /** One renewal for all callers, including reading the key. */
  function renew(): Promise<Held> {
    if (renewal) return renewal;
    const mine = exchangeUnlessRefused();
    renewal = mine;
    const settle = () => {
      if (renewal === mine) renewal = null;
    };
    mine.then(settle, settle);
    return mine;
  }

  async function exchangeUnlessRefused(): Promise<Held> {
    const started = generation;
    const apiKey = await readKey();
    const isHeldBack =
      refusal?.apiKey === apiKey && options.monotonicNow() - refusal.at < refusalHoldsMs;
    if (refusal && isHeldBack) throw new FaultError(refusal.fault);
    return (await exchange(apiKey, started)).token;
  }

  function elapsedMs(token: Held): number {
    // The monotonic clock may stop while the computer sleeps; the other one may be set back.
    return Math.max(
      options.now() - token.issuedAt,
      options.monotonicNow() - token.issuedAtMonotonic,
    );
  }

  return {
    /** A token to call with; exchanges the key only if there is none or it is about to expire. */
    token: async (): Promise<Token> => {
      const current = held;
      if (!current) return renew();
      if (current.lifetimeMs === null) return current;
      const left = current.lifetimeMs - elapsedMs(current);
      const margin = Math.min(longestMarginMs, current.lifetimeMs / 10) + clockGrainMs;
      const hasJustFailed = options.monotonicNow() - lastFailureAt < renewAgainMs;
      if (left > margin || (left > 0 && hasJustFailed)) return current;
      try {
        return await renew();
      } catch (error) {
        lastFailureAt = options.monotonicNow();
        // An unexpired token still works while the service cannot renew it.
        if (left > 0 && !isRefusal(error)) return current;
        throw error;
      }
    },
    /** Whether a token is still the one to call with. */
    isValid: (token: Token): boolean =>
      held === token && (held.lifetimeMs === null || held.lifetimeMs > elapsedMs(held)),
    /** A token other than `refused`, which the service did not accept. */
    replace: async (refused: Token): Promise<Token> => {
      // Another caller has already refreshed the token.
      if (held && held !== refused) return held;
      return renew();
    },
    /** Exchanges the key now, even with a valid token. */
    signIn: async (): Promise<Exchanged> => {
      const started = generation;
      return exchange(await readKey(), started);
    },
    /** Forgets the token and refusals; exchanges in flight are ignored. */
    forget: (): void => {
      generation++;
      held = null;
      refusal = null;
      inFlight = null;
      renewal = null;
    },
  };
}

function isRefusal(error: unknown): error is FaultError {
  return error instanceof FaultError && error.fault.kind === 'unauthorized';
}
