import type { Locator, Page } from '@playwright/test';

/**
 * What a user does, counted: a click, a shortcut, and a text typed into one field with its confirming Enter are one
 * action each. A choice in a list is two: it is opened, and an item is picked.
 */
export interface Actions {
  click(target: Locator, options?: { shift?: boolean }): Promise<void>;
  shortcut(keys: string): Promise<void>;
  choose(list: Locator, label: string): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  /** Types into a field that is clicked for it. */
  typeInto(field: Locator, text: string): Promise<void>;
  /** The actions since the last call. */
  take(): number;
}

export function countedActions(page: Page): Actions {
  let count = 0;
  return {
    click: async (target, { shift = false } = {}) => {
      count += 1;
      await target.click(shift ? { modifiers: ['Shift'] } : {});
    },
    shortcut: async (keys) => {
      count += 1;
      await page.keyboard.press(keys);
    },
    choose: async (list, label) => {
      count += 2;
      await list.selectOption({ label });
    },
    type: async (text) => {
      count += 1;
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    typeInto: async (field, text) => {
      count += 1;
      await field.click();
      await field.fill(text);
    },
    take: () => {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
