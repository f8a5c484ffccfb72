import { expect, test } from 'vitest';
import { z } from 'zod';
import { limitsEditSchema } from '#shared/domain/edit';
import { rangeSchema } from '#shared/domain/history';
import { FaultError } from '#shared/fault';
import { call, event } from '#shared/ipc/define';
import type { Message } from '#shared/i18n/translate';
import { inEnglish } from '../../test/support/english';
import { serve } from './serve';

const contract = {
  box: {
    put: call(z.object({ size: z.number().int() }), z.string()),
    shut: call(z.undefined(), z.undefined()),
    fill: call(
      z
        .object({
          text: z.string().max(3),
          list: z.array(z.string()).max(2),
          range: rangeSchema,
          limits: limitsEditSchema,
          choice: z.enum(['a', 'b']),
        })
        .partial(),
      z.undefined(),
    ),
    changed: event(z.string()),
  },
};

function open(put: (input: { size: number }) => string) {
  const handlers = new Map<string, (event: string, input: unknown) => Promise<unknown>>();
  const lines: string[] = [];
  serve(contract, () => ({ box: { put, shut: () => undefined, fill: () => undefined } }), {
    ipcMain: { handle: (channel, listener) => handlers.set(channel, listener) },
    isTrusted: (sender) => sender === 'ours',
    callerOf: () => 1,
    checksOutput: true,
    log: (line) => lines.push(line),
  });
  return {
    ask: (sender: string, input: unknown) => handlers.get('waypost:box.put')!(sender, input),
    fill: (input: unknown) => handlers.get('waypost:box.fill')!('ours', input),
    handlers,
    lines,
  };
}

test('validates and answers a call from our own window', async () => {
  const { ask, handlers } = open(({ size }) => `holds ${size}`);
  expect(await ask('ours', { size: 3 })).toEqual({ ok: true, value: 'holds 3' });
  expect([...handlers.keys()]).toEqual(['waypost:box.put', 'waypost:box.shut', 'waypost:box.fill']);
});

test('refuses a foreign sender before reading its input', async () => {
  const { ask } = open(() => expect.fail('must not run'));
  expect(await ask('foreign', { size: 3 })).toEqual({ ok: false, fault: { kind: 'forbidden' } });
});

test('refuses invalid input with a message that names the field', async () => {
  const { ask } = open(() => expect.fail('must not run'));
  expect(await ask('ours', { size: 'big' })).toMatchObject({
    ok: false,
    fault: { kind: 'invalid', field: 'size' },
  });
});

const aYear = 366 * 86_400_000;

test.each([
  [{ text: 'long' }, 'At most 3 characters are kept.'],
  [{ list: ['a', 'b', 'c'] }, 'At most 2 entries are possible at once.'],
  [{ range: { from: 0, to: 6 * aYear } }, 'Choose a range of at most five years.'],
  [{ limits: { dailySmsLimit: -1 } }, /^Write a whole number from 0/],
  [{ limits: { expirationDate: 'soon' } }, /^There is no such date/],
  [{ choice: 'c' }, 'The request could not be read.'],
  [{ text: new Map() }, 'The request could not be read.'],
  [{ list: { length: 1 } }, 'The request could not be read.'],
])('says in the language of the reader why it refuses %j', async (input, text) => {
  const { fill } = open(() => '');
  const { fault } = (await fill(input)) as { fault: { message: Message } };
  expect(fault.message).toHaveProperty('key');
  expect(inEnglish(fault.message)).toMatch(text);
});

test('sends a fault as a value', async () => {
  const { ask } = open(() => {
    throw new FaultError({ kind: 'conflict', message: 'taken' });
  });
  expect(await ask('ours', { size: 1 })).toEqual({
    ok: false,
    fault: { kind: 'conflict', message: 'taken' },
  });
});

test('sends a bug as a reference and never its message', async () => {
  const { ask, lines } = open(() => {
    throw new Error('it went wrong:\n  the key is hunter2\n  at last');
  });
  const answer = (await ask('ours', { size: 1 })) as { fault: { kind: string; reference: string } };
  expect(answer.fault.kind).toBe('bug');
  expect(lines.join()).toContain(answer.fault.reference);
  expect(JSON.stringify([answer, lines])).not.toContain('hunter2');
});
