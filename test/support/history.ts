import { expect, vi } from 'vitest';
import type { FetchRequest } from '../../main/features/history/fetcher';
import type { FetchState } from '../../shared/domain/history';
import type { MainProcess } from './main-process';

/** Fetches, and waits until the fetch is done or failed. */
export async function fetched(main: MainProcess, request: FetchRequest): Promise<FetchState> {
  const { id } = main.account.history.fetcher.fetch(request);
  return untilFetch(main, id, ({ phase }) => phase !== 'running' && phase !== 'paused');
}

export async function untilFetch(
  { account }: MainProcess,
  id: string,
  is: (state: FetchState) => boolean,
  timeoutMs = 40_000,
): Promise<FetchState> {
  const now = () => account.history.fetcher.fetches().find((each) => each.id === id)!;
  await vi.waitFor(() => expect(now()).toSatisfy(is), { timeout: timeoutMs, interval: 10 });
  return now();
}
