import { afterEach, expect, test, vi } from 'vitest';
import { draftStore } from './store';

const put = vi.hoisted(() => vi.fn<(draft: unknown) => Promise<{ ok: true; value: null }>>());
vi.mock('#lib/api', () => ({ api: { drafts: { put } } }));
put.mockResolvedValue({ ok: true, value: null });

afterEach(() => {
  put.mockClear();
  draftStore.forget();
});

test('writes a change to main before the next event', async () => {
  const of = { key: 'user:7', kind: 'user', label: 'Ana', base: { name: 'Ana' } } as const;
  draftStore.stage(of, { name: 'An' });
  draftStore.stage(of, { message: 'Call the depot' });
  const nextTask = new Promise((resolve) => setTimeout(resolve, 0));
  await Promise.resolve();
  expect(put.mock.calls).toEqual([
    [expect.objectContaining({ edit: { name: 'An', message: 'Call the depot' } })],
  ]);
  await nextTask;
  expect(put).toHaveBeenCalledTimes(1);
});
