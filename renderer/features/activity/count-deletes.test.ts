import { expect, test } from 'vitest';
import type { JobRow } from '#shared/domain/job';
import { countDeletes } from './count-deletes';

const row = (index: number): JobRow => ({
  index,
  label: String(index),
  kind: 'user',
  action: index % 3 === 0 ? 'delete' : 'change',
  state: 'waiting',
  changes: [],
  refusal: null,
  fault: null,
});

test('counts the deletes of every page', async () => {
  const rows = Array.from({ length: 1201 }, (_, index) => row(index));
  const count = await countDeletes(
    ({ from, limit }) =>
      Promise.resolve({
        ok: true,
        value: { total: rows.length, rows: rows.slice(from, from + limit) },
      }),
    { id: 'j' },
  );
  expect(count).toEqual({ ok: true, value: 401 });
});

test('a fault stops counting, so that nothing runs on a wrong count', async () => {
  const fault = { kind: 'notFound' } as const;
  const count = await countDeletes(() => Promise.resolve({ ok: false, fault }), { id: 'j' });
  expect(count).toEqual({ ok: false, fault });
});
