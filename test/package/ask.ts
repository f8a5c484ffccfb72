import type { Page } from '@playwright/test';

type Answer<T> = { ok: true; value: T } | { ok: false; fault: unknown };

/** Makes one call of the contract, like the window. */
export async function ask<T>(page: Page, word: string, name: string, input?: unknown): Promise<T> {
  const answer = (await page.evaluate(
    ([w, n, i]) =>
      (
        globalThis as unknown as {
          waypost: Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
        }
      ).waypost[w as string]![n as string]!(i),
    [word, name, input],
  )) as Answer<T>;
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  return answer.value;
}
