import { expect, test } from 'vitest';
import { z } from 'zod';
import { FaultError } from '#shared/fault';
import { call, event } from '#shared/ipc/define';
import { serve } from './serve';

const contract = {
  box: {
    put: call(z.object({ size: z.number().int() }), z.string()),
    shut: call(z.undefined(), z.undefined()),
    changed: event(z.string()),
  },
};

function open(put: (input: { size: number }) => string) {
  const doors = new Map<string, (event: string, input: unknown) => Promise<unknown>>();
  const lines: string[] = [];
  serve(
    contract,
    { box: { put, shut: () => undefined } },
    {
      door: { handle: (channel, listener) => doors.set(channel, listener) },
      isTrusted: (sender) => sender === 'ours',
      checksOutput: true,
      log: (line) => lines.push(line),
    },
  );
  return {
    ask: (sender: string, input: unknown) => doors.get('waypost:box.put')!(sender, input),
    doors,
    lines,
  };
}

test('a call from our own window is checked and answered', async () => {
  const { ask, doors } = open(({ size }) => `holds ${size}`);
  expect(await ask('ours', { size: 3 })).toEqual({ ok: true, value: 'holds 3' });
  expect([...doors.keys()]).toEqual(['waypost:box.put', 'waypost:box.shut']);
});

test('a foreign sender is refused before its input is looked at', async () => {
  const { ask } = open(() => expect.fail('must not run'));
  expect(await ask('foreign', { size: 3 })).toEqual({ ok: false, fault: { kind: 'forbidden' } });
});

test('a wrong shape is refused in words that name the field', async () => {
  const { ask } = open(() => expect.fail('must not run'));
  expect(await ask('ours', { size: 'big' })).toMatchObject({
    ok: false,
    fault: { kind: 'invalid', field: 'size' },
  });
});

test('a fault crosses as a value', async () => {
  const { ask } = open(() => {
    throw new FaultError({ kind: 'conflict', message: 'taken' });
  });
  expect(await ask('ours', { size: 1 })).toEqual({
    ok: false,
    fault: { kind: 'conflict', message: 'taken' },
  });
});

test('a bug crosses as a reference, its message goes nowhere', async () => {
  const { ask, lines } = open(() => {
    throw new Error('it went wrong:\n  the key is hunter2\n  at last');
  });
  const answer = (await ask('ours', { size: 1 })) as { fault: { kind: string; reference: string } };
  expect(answer.fault.kind).toBe('bug');
  expect(lines.join()).toContain(answer.fault.reference);
  expect(JSON.stringify([answer, lines])).not.toContain('hunter2');
});
