import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { filesBelow } from './app';

/** The files below some folders. */
export const filesOf = (...folders: readonly string[]) => folders.flatMap(filesBelow);

/** Everything that is alive in the memory of the window and of its workers, as V8 writes it. */
export async function heapOf(page: Page): Promise<Buffer> {
  const cdp = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  return Buffer.from(chunks.join(''), 'utf8');
}

/** The arguments and environments of processes, where the system shows them. */
export function startOf(pids: readonly number[]): { name: string; bytes: Buffer }[] {
  if (process.platform !== 'linux') return [];
  return pids.flatMap((pid) =>
    ['cmdline', 'environ'].map((part) => ({
      name: `/proc/${pid}/${part}`,
      bytes: readFileSync(`/proc/${pid}/${part}`),
    })),
  );
}
