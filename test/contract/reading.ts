// Reads responses in the portable tests as tolerantly as the wire contract allows, and notes where
// they differ from the documented form.
import { expect } from 'vitest';
import { json, textOf, type Answer, type Body, type Client, type Value } from './client';
import type { Assumption, Findings, Statement } from './findings';
import { isObject, spelled } from './spelling';

const jsonPatch = 'application/json-patch+json';

/** Where the payload of a response is. */
type PayloadForm = 'envelope' | 'bare' | 'data';

export interface Reading {
  /** The body of a response as an object; empty if there is none. */
  bodyOf(answer: Answer): Body;
  /** An object with its members under their documented names. */
  membersOf(object: Body): Body;
  /** The payload under `key` of an object, or under `data`; undefined if there is none. */
  memberOf(answer: Answer, key: string): Value;
  /** The records of a list call. */
  listOf(answer: Answer, key: string): Body[];
  /** A single record. */
  recordOf(answer: Answer, area: 'device' | 'group' | 'user'): Body;
  /** Whether a call was refused: not 2xx, or a body that says so. */
  isRefused(answer: Answer): boolean;
  /** A call that the documents require to be refused. Its status and its body are assumptions. */
  expectRefused(
    answer: Answer,
    [source, what]: readonly [source: Statement, what: string],
    assumption: Assumption,
    ...statuses: number[]
  ): void;
  /** A call that is assumed to be refused. Returns whether it was. */
  expectAssumedRefusal(
    answer: Answer,
    source: Assumption,
    what: string,
    ...statuses: number[]
  ): boolean;
  /** Sends a JSON Patch in the media type that the service accepts. */
  patch(client: Client, path: string, steps: unknown): Promise<Answer>;
}

export function createReading({ documented, assumed, observe }: Findings): Reading {
  let isOtherCase = false;
  let patchContentType: typeof json | typeof jsonPatch = json;

  /** An object under its documented member names. */
  function named(object: Body): Body {
    const { object: known, others } = spelled(object);
    assumed('wire contract 2 (C)', 'the letter case of members is as documented', () =>
      expect(others).toEqual([]),
    );
    isOtherCase ||= others.length > 0;
    observe({ memberCase: isOtherCase ? 'other' : 'documented' });
    return known;
  }

  const bodyOf = ({ body }: Answer): Body => (isObject(body) ? named(body) : {});
  const isRefused = (answer: Answer): boolean =>
    answer.status < 200 || answer.status >= 300 || bodyOf(answer).success === false;

  const outcomeOf = (answer: Answer): string =>
    isRefused(answer) ? 'refused' : `done with status ${answer.status}`;

  function listOf(answer: Answer, key: string): Body[] {
    documented('wire contract 1.5 (L)', `the call that returns ${key} succeeds`, () =>
      expect({ status: answer.status, refused: isRefused(answer) }).toEqual({
        status: 200,
        refused: false,
      }),
    );
    const { found, form } = payloadOf(answer, key);
    assumed('wire contract 1.2 (A)', `${key} are in an array under "${key}"`, () =>
      expect(form).toBe('envelope'),
    );
    observe({ lists: form });
    const isSent = assumed(
      'wire contract 3.2 (A)',
      `${key} are an array even if there are none`,
      () => expect(found).toBeInstanceOf(Array),
    );
    if (!isSent && (found === null || found === undefined)) return [];
    documented('wire contract 1.2 (L)', `${key} are an array of objects`, () => {
      expect(found).toBeInstanceOf(Array);
      expect((found as Value[]).every(isObject)).toBe(true);
    });
    return (found as Body[]).map(named);
  }

  function payloadOf(answer: Answer, key: string): { found: Value; form: PayloadForm } {
    if (Array.isArray(answer.body)) return { found: answer.body as Value, form: 'bare' };
    const body = bodyOf(answer);
    const { data } = body;
    const found = body[key];
    if (found !== undefined || data === undefined) return { found, form: 'envelope' };
    const inner = isObject(data) ? named(data)[key] : undefined;
    return { found: inner ?? data, form: 'data' };
  }

  function recordOf(answer: Answer, area: 'device' | 'group' | 'user'): Body {
    documented('wire contract 1.5 (L)', `the call that returns one ${area} succeeds`, () =>
      expect(isRefused(answer), `refused with ${answer.status}: ${answer.text}`).toBe(false),
    );
    const body = bodyOf(answer);
    const own = body[area];
    const isNamed = isObject(own) && body.id === undefined;
    const isData = !isNamed && isObject(body.data);
    const form = isNamed ? 'named' : isData ? 'data' : 'flat';
    const usual = area === 'device' ? 'named' : 'flat';
    assumed('wire contract 1.2 (A)', `one ${area} is in the documented place (${usual})`, () =>
      expect(form).toBe(usual),
    );
    if (area !== 'device') observe({ singleRecord: form });
    if (form === 'flat') return body;
    return named((isNamed ? own : body.data) as Body);
  }

  function noteBody(answer: Answer): void {
    const form = formOf(answer);
    observe({ errorBodies: { [answer.status]: form } });
    assumed(
      'wire contract 1.5 (open)',
      'a refused call has a body in JSON with an error text',
      () => {
        expect(form, `the body with status ${answer.status}`).toBe('json');
        const { error, errorText } = bodyOf(answer);
        expect(textOf(error ?? errorText), `error with status ${answer.status}`).not.toBe('');
      },
    );
  }

  function expectAssumedRefusal(
    answer: Answer,
    source: Assumption,
    what: string,
    ...statuses: number[]
  ): boolean {
    const isDone = assumed(source, what, () => expect(outcomeOf(answer)).toBe('refused'));
    if (!isDone) return false;
    noteBody(answer);
    assumed(source, `${what}, with status ${statuses.join(' or ')}`, () =>
      expect(answer.status).toBeOneOf(statuses),
    );
    return true;
  }

  return {
    bodyOf,
    membersOf: named,
    memberOf(answer, key) {
      const { found, form } = payloadOf(answer, key);
      assumed('wire contract 1.2 (A)', `the payload is under "${key}"`, () =>
        expect(form).toBe('envelope'),
      );
      return found;
    },
    listOf,
    recordOf,
    isRefused,
    expectAssumedRefusal,
    expectRefused(answer, [source, what], assumption, ...statuses) {
      documented(source, what, () => expect(outcomeOf(answer)).toBe('refused'));
      noteBody(answer);
      assumed(assumption, `${what}, with status ${statuses.join(' or ')}`, () =>
        expect(answer.status).toBeOneOf(statuses),
      );
    },
    patch,
  };

  async function patch(client: Client, path: string, steps: unknown): Promise<Answer> {
    const first = await client.send('PATCH', path, steps, patchContentType);
    if (first.status !== 415 || patchContentType === jsonPatch) {
      if (!isRefused(first)) observe({ patchContentType });
      return first;
    }
    assumed('wire contract 4.6 (A)', 'a PATCH is accepted as application/json', () =>
      expect(first.status).not.toBe(415),
    );
    patchContentType = jsonPatch;
    return patch(client, path, steps);
  }
}

/** The form of a body, whatever its declared type. */
function formOf({ text, body, headers }: Answer): 'json' | 'empty' | 'html' | 'text' {
  if (text.trim() === '') return 'empty';
  if (isObject(body)) return 'json';
  const isPage =
    /html/i.test(headers.get('content-type') ?? '') || text.trimStart().startsWith('<');
  return isPage ? 'html' : 'text';
}

/** ISO 8601, with or without fractions and zone; a zoneless one is UTC. */
export function momentOf(text: Value): number {
  expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/);
  const written = textOf(text);
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(written) ? written : `${written}Z`);
}
