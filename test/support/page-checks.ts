import axe, { type run } from 'axe-core';
import { expect, type Page } from '@playwright/test';

interface AxeOptions {
  /** A selector; absent: the whole window. */
  within?: string | undefined;
  /** Absent: all. */
  rules?: string[];
}

/** Shows the window in light or dark, until nothing changes any more: a colour on its way is of neither. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/**
 * What axe-core finds, one line for each rule and element. axe-core pauses between its steps, and a button
 * that is enabled meanwhile had the colour of a disabled one: only what a second look finds too counts.
 */
export async function accessibilityFaults(page: Page, options: AxeOptions = {}): Promise<string[]> {
  const first = await faultsAtOnce(page, options);
  if (first.length === 0) return first;
  const second = new Set(await faultsAtOnce(page, options));
  return first.filter((fault) => second.has(fault));
}

async function faultsAtOnce(page: Page, { within, rules }: AxeOptions): Promise<string[]> {
  const hasAxe = await page.evaluate(() => 'axe' in globalThis);
  // The content security policy does not apply to scripts of the test.
  if (!hasAxe) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, runOnly]) => {
      const { axe: inPage } = globalThis as unknown as { axe: { run: typeof run } };
      const { violations } = await inPage.run(selector ?? document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, any, html }) =>
            `${id}: ${target.join(' ')} ${any[0]?.message ?? ''} ${html.slice(0, 160)}`,
        ),
      );
    },
    [within ?? null, rules ?? null] as const,
  );
}

/** Visible texts of the window that are smaller than 12 px. */
export function smallTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        ),
      )
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 12)
      .map(
        (element) => `${getComputedStyle(element).fontSize}: ${element.textContent.slice(0, 80)}`,
      ),
  );
}
