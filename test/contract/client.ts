import { isObject, spelled, type Body, type Value } from './spelling';

export type { Body, Value } from './spelling';

/** One response, parsed if possible but not checked. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined when there is none or it is not JSON. */
  // The tests check the shapes themselves, so none are assumed here.
  body: Body;
}

export interface Account {
  url: string;
  userName: string;
  apiKey: string;
}

export const json = 'application/json';

/** Plain HTTP calls to a service, without any code of the app. */
export class Client {
  token = '';
  announced: Body = {};

  constructor(readonly account: Account) {}

  async raw(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    text?: string,
  ): Promise<Answer> {
    const response = await fetch(this.account.url + path, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(answer);
    } catch {
      body = undefined;
    }
    return {
      status: response.status,
      headers: response.headers,
      text: answer,
      body: body as Body,
    };
  }

  /** A call with the token; a body is sent as JSON. */
  async send(method: string, path: string, body?: unknown, type = json): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (body === undefined) return this.raw(method, path, headers);
    return this.raw(method, path, { ...headers, 'content-type': type }, JSON.stringify(body));
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  async exchange(userName = this.account.userName, apiKey = this.account.apiKey): Promise<Answer> {
    const text = JSON.stringify({ userName, apiKey });
    return this.raw('POST', '/api/Auth/Token', { 'content-type': json }, text);
  }

  /** Requests a token and uses it from now on. */
  async signIn(): Promise<this> {
    const { body } = await this.exchange();
    const { token } = isObject(body) ? spelled(body).object : {};
    if (typeof token !== 'string') throw new Error('The account was refused a token.');
    this.token = token;
    this.announced = body;
    return this;
  }
}

/** A value that must be text; any other fails the test. */
export function textOf(value: Value): string {
  if (typeof value !== 'string')
    throw new TypeError(`Expected text, got ${JSON.stringify(value)}.`);
  return value;
}

/** An id as a path segment; ids are opaque and may contain any character. */
export const part = (id: Value): string => encodeURIComponent(textOf(id));

/** The 19 operations besides the token exchange (specification section 4). */
export const operations: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/api/devices'],
  ['GET', '/api/devices/none'],
  ['GET', '/api/devices/none/lastLocation'],
  ['POST', '/api/devices/none/locations'],
  ['POST', '/api/devices/none/alerts'],
  ['GET', '/api/groups'],
  ['POST', '/api/groups'],
  ['GET', '/api/groups/none'],
  ['PUT', '/api/groups/none'],
  ['PATCH', '/api/groups/none'],
  ['DELETE', '/api/groups/none'],
  ['GET', '/api/users'],
  ['POST', '/api/users'],
  ['GET', '/api/users/countries'],
  ['GET', '/api/users/timeZones'],
  ['GET', '/api/users/none'],
  ['PUT', '/api/users/none'],
  ['PATCH', '/api/users/none'],
  ['DELETE', '/api/users/none'],
];
