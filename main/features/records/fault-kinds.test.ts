import { expect, test } from 'vitest';
import { mayStillArrive } from '#shared/domain/edit';
import { FaultError, type Fault } from '#shared/fault';
import { isRefusal, isUnsure, redactPassword } from './saving';

const faults: [Fault, 'refused' | 'unsure' | 'neither', boolean][] = [
  [{ kind: 'conflict' }, 'refused', false],
  [{ kind: 'invalid', message: '' }, 'refused', false],
  [{ kind: 'offline', layer: 'timeout' }, 'unsure', true],
  [{ kind: 'offline', layer: 'tcp' }, 'unsure', false],
  [{ kind: 'busy', status: 500 }, 'unsure', false],
  [{ kind: 'busy', status: 504 }, 'unsure', true],
  [{ kind: 'notThisService', evidence: 'html' }, 'unsure', false],
  [{ kind: 'limitReached' }, 'neither', false],
  [{ kind: 'unauthorized' }, 'neither', false],
  [{ kind: 'forbidden' }, 'neither', false],
  [{ kind: 'notFound' }, 'neither', false],
];

test.each(faults)('%o is %s', (fault, expected, comes) => {
  const is = isRefusal(fault) ? 'refused' : isUnsure(fault) ? 'unsure' : 'neither';
  expect({ is, comes: mayStillArrive(fault) }).toEqual({ is: expected, comes });
});

test('redacts a password that the service quotes', async () => {
  const refuse = (message: string) => () =>
    Promise.reject(new FaultError({ kind: 'invalid', message }));
  const edit = { name: 'Anna', password: 'hunter2' };
  await expect(
    redactPassword(edit, refuse('password: "hunter2" is too short (hunter2)')),
  ).rejects.toMatchObject({ fault: { message: 'password: "…" is too short (…)' } });
  await expect(redactPassword(edit, refuse('too short'))).rejects.toMatchObject({
    fault: { message: 'too short' },
  });
  await expect(redactPassword({ password: '' }, refuse('no'))).rejects.toMatchObject({
    fault: { message: 'no' },
  });
  expect(await redactPassword(edit, () => Promise.resolve('hunter2'))).toBe('hunter2');
});
