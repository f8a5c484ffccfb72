import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serve } from '../../main/ipc/serve';
import { contract } from '../../shared/ipc/contract';
import { channelOf, type Call, type Contract, type Handlers } from '../../shared/ipc/define';
import { garbage, nearMissFor, validFor } from '../support/hostile-input';
import { amount } from '../support/test-length';

// Every channel of the contract, with inputs made from its schema: right ones, ones with one part
// wrong, and anything that the structured clone carries.

type Answer = { ok: boolean; fault?: { kind: string; message?: string } };

const calls = Object.entries(contract as Contract).flatMap(([word, entries]) =>
  Object.entries(entries).flatMap(([name, entry]) =>
    entry.kind === 'call' ? [[`${word}.${name}`, entry] as [string, Call]] : [],
  ),
);

/** The endpoints with handlers that only record what reaches them. */
function open() {
  const endpoints = new Map<string, (sender: string, input: unknown) => Promise<unknown>>();
  const reached: unknown[] = [];
  const lines: string[] = [];
  const handlers = Object.fromEntries(
    Object.entries(contract as Contract).map(([word, entries]) => [
      word,
      Object.fromEntries(
        Object.keys(entries).map((name) => [name, (input: unknown) => void reached.push(input)]),
      ),
    ]),
  );
  serve(contract, handlers as unknown as Handlers<typeof contract>, {
    ipcMain: { handle: (channel, listener) => endpoints.set(channel, listener) },
    isTrusted: (sender) => sender === 'our window',
    checksOutput: false,
    log: (line) => lines.push(line),
  });
  const ask = (call: string, sender: string, input: unknown) => {
    const [word, name] = call.split('.') as [string, string];
    return endpoints.get(channelOf(word, name))!(sender, input) as Promise<Answer>;
  };
  return { ask, reached, lines };
}

const numRuns = amount({ sample: 25, long: 4_000 });

/** No input has changed what every object inherits. */
const isPolluted = () =>
  Object.keys(Object.prototype).length > 0 ||
  ({} as Record<string, unknown>)['polluted'] !== undefined;

test.each(calls)('%s takes what its schema describes, and only that', async (call, entry) => {
  const { ask, reached, lines } = open();
  await fc.assert(
    fc.asyncProperty(validFor(entry.input), async (input) => {
      const isValid = entry.input.safeParse(input).success;
      const before = reached.length;
      const { ok, fault } = await ask(call, 'our window', input);
      expect(ok).toBe(isValid);
      expect(reached.length - before).toBe(isValid ? 1 : 0);
      expect(fault?.kind ?? 'invalid').toBe('invalid');
    }),
    { numRuns },
  );
  expect(reached.length).toBeGreaterThan(0);
  expect(lines).toEqual([]);
});

test.each(calls)('%s refuses anything else in words, and runs nothing', async (call, entry) => {
  const { ask, reached, lines } = open();
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(nearMissFor(entry.input), garbage), async (input) => {
      const before = reached.length;
      const { ok, fault } = await ask(call, 'our window', input);
      refused += ok ? 0 : 1;
      expect(reached.length - before).toBe(ok ? 1 : 0);
      // What reaches the handler has the shape of the schema, whatever was sent.
      expect(ok ? entry.input.safeParse(reached.at(-1)).success : fault?.kind).toBe(
        ok || 'invalid',
      );
      expect(ok ? 'answered' : fault?.message).toMatch(/.{4}/);
    }),
    { numRuns },
  );
  expect(refused).toBeGreaterThan(0);
  expect(isPolluted()).toBe(false);
  expect(lines).toEqual([]);
});

test.each(calls)('%s refuses every sender but our window', async (call, entry) => {
  const { ask, reached, lines } = open();
  await fc.assert(
    fc.asyncProperty(fc.oneof(validFor(entry.input), garbage), async (input) => {
      expect(await ask(call, 'a foreign frame', input)).toEqual({
        ok: false,
        fault: { kind: 'forbidden' },
      });
    }),
    { numRuns: Math.min(numRuns, 200) },
  );
  expect(reached).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
});
