import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** A page, or something that opens above one, opened from any page. */
export interface Scene {
  name: string;
  /** What has opened; absent: the whole window. */
  within?: string;
  open: (page: Page) => Promise<void>;
  /** The button that opens it, and the role of what opens. */
  opener?: { button: string | RegExp; role: 'dialog' | 'menu' };
}

const goTo = (page: Page, link: string) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${link}`) })
    .click();

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const page = (name: string, title = name): Scene => ({
  name,
  open: async (window) => {
    await goTo(window, name);
    await heading(window, title);
  },
});

/** Every page of the app. */
export const pages: readonly Scene[] = [
  page('Fleet'),
  page('Alerts'),
  page('History'),
  page('Submit'),
  page('Groups'),
  page('Users'),
  page('Limits'),
  page('Expiry'),
  page('Import'),
  page('Activity', 'Jobs'),
  {
    name: 'Journal',
    open: async (window) => {
      await goTo(window, 'Activity');
      await window.getByRole('link', { name: 'Journal' }).click();
      await heading(window, 'Journal');
    },
  },
  page('Settings'),
  {
    name: 'Settings: Advanced',
    open: async (window) => {
      await goTo(window, 'Settings');
      await window.getByText('Advanced', { exact: true }).click();
      await expect(window.getByRole('region', { name: 'Field mapping' })).toBeVisible();
    },
  },
];

/**
 * Opens what a button of a page opens, and waits for it by its role, and for a text that shows that it is loaded.
 */
const opened = (
  link: string,
  button: string | RegExp,
  role: 'dialog' | 'menu',
  loaded?: RegExp,
): Scene => ({
  name: `${link}: ${String(button)}`,
  within: `[role=${role}]`,
  opener: { button, role },
  open: async (window) => {
    await goTo(window, link);
    await window.getByRole('button', { name: button }).first().click();
    const above = window.getByRole(role).last();
    await expect(above).toBeVisible();
    if (loaded) await expect(above.getByText(loaded).first()).toBeVisible();
  },
});

const devices = (window: Page) => window.getByRole('table', { name: 'Devices' });

async function selectAll(window: Page, link: string): Promise<void> {
  await goTo(window, link);
  const all = window.getByRole('checkbox', { name: 'Select all shown' });
  if (!(await all.isChecked())) await all.click();
}

/** Panels, menus, lists and dialogs, one of each kind; `closeScene` closes them. */
export const overlays: readonly Scene[] = [
  {
    name: 'Fleet: details',
    within: '[aria-label="Device details"]',
    open: async (window) => {
      await goTo(window, 'Fleet');
      await devices(window).getByRole('row').nth(2).click();
      await expect(window.getByRole('region', { name: 'Device details' })).toBeVisible();
    },
  },
  {
    name: 'Fleet: more actions',
    within: '[role=menu]',
    open: async (window) => {
      await goTo(window, 'Fleet');
      await devices(window).getByRole('row').nth(2).click();
      await window.getByRole('button', { name: 'More actions' }).click();
      await expect(window.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'Fleet: menu of a row',
    within: '[role=menu]',
    open: async (window) => {
      await goTo(window, 'Fleet');
      await devices(window).getByRole('row').nth(2).click({ button: 'right' });
      await expect(window.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'Fleet: selection',
    within: '[aria-label=Selection]',
    open: async (window) => {
      await selectAll(window, 'Fleet');
      await expect(window.getByRole('region', { name: 'Selection' })).toBeVisible();
    },
  },
  opened('Fleet', 'Set limits', 'dialog'),
  opened('Fleet', 'Add to groups', 'dialog'),
  opened('Fleet', /^Status details/, 'dialog'),
  opened('Fleet', /^Located devices/, 'dialog'),
  opened('Fleet', /^Alerts, last 24 h/, 'dialog'),
  opened('Fleet', /^Time zone/, 'dialog'),
  opened('Fleet', /^Account:/, 'menu'),
  {
    name: 'Search of the header',
    within: '[role=listbox]',
    open: async (window) => {
      const name = 'Find anything';
      await window.getByRole('combobox', { name }).fill('a');
      await expect(window.getByRole('listbox', { name })).toBeVisible();
    },
  },
  {
    name: 'Keyboard shortcuts',
    within: '[role=dialog]',
    open: async (window) => {
      await goTo(window, 'Users');
      await window.keyboard.press('?');
      await expect(window.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
  opened('Expiry', /^Renew /, 'dialog'),
  opened('Expiry', 'As a table', 'dialog'),
  opened('Submit', 'Open calendar', 'dialog'),
  ...(
    [
      ['Stored days…', /^Nothing is stored yet|\d complete\)/],
      ['How stops are counted…', 'Reset to defaults'],
    ] as const
  ).map(([item, content]) => ({
    name: `History: ${item}`,
    within: '[role=dialog]',
    open: async (window: Page) => {
      await goTo(window, 'History');
      await window.getByRole('button', { name: 'More', exact: true }).click();
      await window.getByRole('menuitem', { name: item }).click();
      await expect(window.getByRole('dialog').getByText(content).first()).toBeVisible();
    },
  })),
  ...(['group', 'user'] as const).map((kind) => ({
    name: `New ${kind}`,
    open: async (window: Page) => {
      await goTo(window, kind === 'group' ? 'Groups' : 'Users');
      await window.getByRole('button', { name: `New ${kind}` }).click();
      await expect(window.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    },
  })),
];

/** The step of the tour on screen, by its title. */
async function tourIsAt(window: Page, title: string): Promise<void> {
  await expect(
    window.getByRole('region', { name: 'Tour' }).getByText(title, { exact: true }),
  ).toBeVisible();
}

/** The steps of the tour in the demo, in order; each starts where the previous one ended. */
export const tourSteps: readonly Scene[] = [
  {
    name: 'Tour: map',
    within: '[aria-label=Tour]',
    open: async (window) => {
      const search = window.getByRole('combobox', { name: 'Find anything' });
      await search.fill('Show the tour');
      await expect(window.getByRole('option', { name: 'Show the tour' })).toBeVisible();
      await search.press('Enter');
      await tourIsAt(window, 'Map');
    },
  },
  {
    name: 'Tour: details',
    within: '[aria-label=Tour]',
    open: async (window) => {
      await devices(window).getByRole('row').nth(2).click();
      await tourIsAt(window, 'Details');
    },
  },
  ...[
    ['History', 'History'],
    ['Limits', 'Limits'],
    ['Fleet', 'Offline'],
  ].map(([link = '', title = '']) => ({
    name: `Tour: ${title.toLowerCase()}`,
    within: '[aria-label=Tour]',
    open: async (window: Page) => {
      await goTo(window, link);
      await tourIsAt(window, title);
    },
  })),
];

/** Closes what a scene has opened above its page. */
export async function closeScene(window: Page): Promise<void> {
  await window.keyboard.press('Escape');
  await window.keyboard.press('Escape');
}
