import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAlertList } from '../../shared/wire/reports';
import { decodeDevice, decodeDeviceList } from '../../shared/wire/device';
import { decodeEnvelope, type DecodedList } from '../../shared/wire/envelope';
import { decodeFix, decodeFixList, decodeLastLocation } from '../../shared/wire/fix';
import {
  decodeGroup,
  decodeGroupList,
  decodeNames,
  decodeUser,
  decodeUserList,
} from '../../shared/wire/records';
import { decodeTokenAnswer } from '../../shared/wire/token';
import { amount } from '../support/test-length';

// Answers of a service that sends anything, with good records between it: a million of them in the
// long run. The generator is our own because fast-check would take ten times as long.

/** Numbers from 0 to 1, the same for one seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const names = (
  'success error errorText token expires capabilities limits devices device groups group users user ' +
  'data countries timeZones id Id name tags lastLocation location locations alerts dateTime latitude ' +
  'longitude speed course inputs attributes notifications privileges createdAt active password ' +
  '__proto__ constructor prototype toString hasOwnProperty valueOf then toJSON length 0'
).split(' ');
const values = [
  'null',
  'true',
  '""',
  '"NaN"',
  '"__proto__"',
  '0',
  '-0',
  '1e999',
  '-1e308',
  '9007199254740993',
  '"2026-05-01T00:00:00"',
  '"9999-99-99"',
  '"\\u0000"',
  '"\\uD800"',
  '"=cmd|calc"',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '[]',
  '{}',
];

function createGenerator(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const many = (most: number, one: () => string) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, one).join(',');

  /** JSON text, which may name a member twice and contain numbers that JavaScript cannot. */
  function anything(depth = 0): string {
    const kind = random();
    if (depth > 4 || kind < 0.5) return pick(values);
    if (kind < 0.65) return `[${many(4, () => anything(depth + 1))}]`;
    return `{${many(6, () => `"${pick(names)}":${anything(depth + 1)}`)}}`;
  }

  /** A list with good records, each with a known id, between anything. */
  function list(name: string, good: (id: string) => string, prefix: string) {
    const ids: string[] = [];
    const members = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, i) => {
      if (random() < 0.5) return anything(1);
      const id = `${prefix}.${i}`;
      ids.push(id);
      return good(id);
    });
    const around = random() < 0.5 ? '' : `"success":true,"apiUsage":${pick(values)},`;
    const array = `[${members.join(',')}]`;
    return { text: random() < 0.2 ? array : `{${around}"${name}":${array}}`, ids };
  }
  return { anything, list, pick };
}

const lists: Record<
  string,
  { decode: (json: unknown) => DecodedList<object>; good: (id: string, more: string) => string }
> = {
  devices: {
    decode: (json) => decodeDeviceList(json),
    good: (id, more) => `{"other":${more},"id":"${id}","name":"Van ${id}"}`,
  },
  users: {
    decode: decodeUserList,
    good: (id, more) => `{"id":"${id}","tags":${more},"name":"Van ${id}"}`,
  },
  groups: {
    decode: decodeGroupList,
    good: (id, more) => `{"devices":${more},"name":"Van ${id}","id":"${id}"}`,
  },
};

const others: ((json: unknown) => unknown)[] = [
  decodeTokenAnswer,
  decodeEnvelope,
  (json) => decodeDevice(json, 'known'),
  (json) => decodeGroup(json, 'known'),
  (json) => decodeUser(json, 'known'),
  decodeFix,
  decodeFixList,
  decodeLastLocation,
  decodeAlertList,
  (json) => decodeNames(json, 'countries'),
  (json) => decodeNames(json, 'timeZones'),
];

test('generated answers: none makes a decoder throw, loses a good record or changes a prototype', () => {
  const random = randomFrom(fc.readConfigureGlobal()?.seed ?? Date.now());
  const { anything, list, pick } = createGenerator(random);
  const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
  const before = prototypes.map((prototype) => Reflect.ownKeys(prototype).length);
  const count = amount({ sample: 30_000, long: 1_000_000 });
  const kinds = Object.keys(lists);
  let good = 0;
  const lost: string[] = [];
  const began = performance.now();
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      const decode = pick(others);
      const answer = anything();
      decode(JSON.parse(answer));
      continue;
    }
    const kind = pick(kinds);
    const { decode, good: goodRecord } = lists[kind]!;
    const { text, ids } = list(kind, (id) => goodRecord(id, anything(2)), `r${i}`);
    const { items } = decode(JSON.parse(text));
    const read = new Map(
      items.map(({ record }) => [(record as { id: string }).id, record as { name: string | null }]),
    );
    good += ids.length;
    for (const id of ids) if (read.get(id)?.name !== `Van ${id}`) lost.push(text);
    for (const record of read.values()) {
      if ('polluted' in record || Object.getPrototypeOf(record) !== Object.prototype) {
        lost.push(text);
      }
    }
  }
  const perSecond = Math.round((count / (performance.now() - began)) * 1_000);
  process.stdout.write(
    `Decoded ${count} generated answers with ${good} good records, ${perSecond} a second.\n`,
  );
  expect(lost.slice(0, 3)).toEqual([]);
  expect(good).toBeGreaterThan(count / 4);
  expect(prototypes.map((prototype) => Reflect.ownKeys(prototype).length)).toEqual(before);
}, 600_000);
