import { afterEach, expect, test, vi } from 'vitest';

const put = vi.fn<(draft: unknown) => Promise<{ ok: true; value: null }>>();
put.mockResolvedValue({ ok: true, value: null });
vi.stubGlobal('waypost', { drafts: { put } });

const { draftStore } = await import('./drafts');

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
