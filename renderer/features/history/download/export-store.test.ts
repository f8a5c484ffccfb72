import { expect, test, vi } from 'vitest';
import type { WaypostClient } from '#shared/ipc/contract';
import type { Outcome } from '#shared/fault';

type Written = { file: string; rows: number } | null;
const endings: ((outcome: Outcome<Written>) => void)[] = [];
const client = {
  history: {
    exportTracks: () =>
      new Promise<Outcome<Written>>((resolve) => {
        endings.push(resolve);
      }),
  },
} as unknown as WaypostClient;
vi.stubGlobal('waypost', client);

const { exportStore, exportTracks, forgetExport } = await import('./export-store');

const request = {} as Parameters<typeof exportTracks>[0];
const written = { file: '/home/ana/van.csv', rows: 300 };

test('reports the result of an export', async () => {
  const ended = exportTracks(request);
  expect(exportStore.getState()).toEqual({ isBusy: true, written: null, fault: null });
  endings.shift()!({ ok: true, value: written });
  await ended;
  expect(exportStore.getState()).toEqual({ isBusy: false, written, fault: null });
});

test('ignores the result of an export that another account started', async () => {
  const ended = exportTracks(request);
  forgetExport();
  endings.shift()!({ ok: true, value: written });
  await ended;
  expect(exportStore.getState()).toEqual({ isBusy: false, written: null, fault: null });
});
