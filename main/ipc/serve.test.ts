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
  const handlers = new Map<string, (event: string, input: unknown) => Promise<unknown>>();
  const lines: string[] = [];
  serve(
    contract,
    { box: { put, shut: () => undefined } },
    {
      ipcMain: { handle: (channel, listener) => handlers.set(channel, listener) },
      isTrusted: (sender) => sender === 'ours',
      checksOutput: true,
      log: (line) => lines.push(line),
    },
  );
  return {
    ask: (sender: string, input: unknown) => handlers.get('waypost:box.put')!(sender, input),
    handlers,
    lines,
  };
}

test('validates and answers a call from our own window', async () => {
  const { ask, handlers } = open(({ size }) => `holds ${size}`);
  expect(await ask('ours', { size: 3 })).toEqual({ ok: true, value: 'holds 3' });
  expect([...handlers.keys()]).toEqual(['waypost:box.put', 'waypost:box.shut']);
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
