import type { Page } from '@playwright/test';
import type { PlainKey, Translate } from '../../shared/i18n/translate';
import { t as inEnglish } from './english';
import { expect } from './fixtures';

/** A page, or something that opens above one, opened from any page. */
export interface Scene {
  name: string;
  /** What has opened; absent: the whole window. */
  within?: string;
  open: (page: Page) => Promise<void>;
  /** The button that opens it, and the role of what opens. */
  opener?: { button: RegExp; role: 'dialog' | 'menu' };
}

const routes = [
  'fleet',
  'alerts',
  'history',
  'places',
  'visits',
  'submit',
  'groups',
  'users',
  'limits',
  'expiry',
  'import',
  'jobs',
  'settings',
] as const;
type Route = (typeof routes)[number];

const goTo = (page: Page, route: Route) =>
  page.getByRole('navigation').first().locator(`a[href="#/${route}"]`).click();

/**
 * Every page, panel, menu and dialog, and the steps of the tour, in the language of `t`: what a person sees is found by
 * the keys of its messages.
 */
export function scenesIn(t: Translate) {
  /** Names that contain a message: a number or an ellipsis may stand beside it. */
  const named = (key: PlainKey) => {
    const escaped = t(key).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // Spaces of French are read as common ones.
    return new RegExp(escaped.replaceAll(/\s/g, String.raw`\s`));
  };
  /** The button of a row, named with its device. */
  const renewOne = new RegExp(t('expiry.renewOne', { device: '§' }).split('§').join('.*'));
  const labelled = (key: PlainKey) => `[aria-label="${t(key)}"]`;
  const devices = (page: Page) => page.getByRole('table', { name: t('common.devices') });
  const heading = (page: Page, key: PlainKey) =>
    expect(page.getByRole('heading', { level: 1, name: t(key), exact: true })).toBeVisible();

  const pages: Scene[] = [
    ...routes.map((route) => ({
      name: inEnglish(`app.page.${route}`),
      open: async (page: Page) => {
        await goTo(page, route);
        await heading(page, `app.page.${route}`);
      },
    })),
    {
      name: 'Journal',
      open: async (page) => {
        await goTo(page, 'jobs');
        await page.getByRole('link', { name: t('app.page.journal') }).click();
        await heading(page, 'app.page.journal');
      },
    },
    {
      name: 'Settings: Advanced',
      open: async (page) => {
        await goTo(page, 'settings');
        await page.getByText(t('settings.advanced'), { exact: true }).click();
        await expect(page.getByRole('region', { name: t('field-mapping.title') })).toBeVisible();
      },
    },
  ];

  /** Opens what a button of a page opens, and waits for it by its role. */
  const opened = (
    route: Route,
    key: PlainKey,
    role: 'dialog' | 'menu',
    button = named(key),
  ): Scene => ({
    name: `${route}: ${inEnglish(key)}`,
    within: `[role=${role}]`,
    opener: { button, role },
    open: async (page) => {
      await goTo(page, route);
      await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
      await expect(page.getByRole(role).last()).toBeVisible();
    },
  });

  const historyDialog = (item: PlainKey, content: RegExp): Scene => ({
    name: `History: ${inEnglish(item)}`,
    within: '[role=dialog]',
    open: async (page) => {
      await goTo(page, 'history');
      await page.getByRole('button', { name: t('history.more'), exact: true }).click();
      await page.getByRole('menuitem', { name: t(item) }).click();
      await expect(page.getByRole('dialog').getByText(content).first()).toBeVisible();
    },
  });

  const newRecord = (route: Route, key: PlainKey): Scene => ({
    name: inEnglish(key),
    open: async (page) => {
      await goTo(page, route);
      await page.getByRole('button', { name: named(key) }).click();
      await expect(
        page.getByRole('textbox', { name: t('common.name'), exact: true }),
      ).toBeVisible();
    },
  });

  /** Panels, menus, lists and dialogs, one of each kind; `closeScene` closes them. */
  const overlays: Scene[] = [
    {
      name: 'Fleet: details',
      within: labelled('fleet.details'),
      open: async (page) => {
        await goTo(page, 'fleet');
        await devices(page).getByRole('row').nth(2).click();
        await expect(page.getByRole('region', { name: t('fleet.details') })).toBeVisible();
      },
    },
    {
      name: 'Fleet: more actions',
      within: '[role=menu]',
      open: async (page) => {
        await goTo(page, 'fleet');
        await devices(page).getByRole('row').nth(2).click();
        await page.getByRole('button', { name: t('app.device.more') }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'Fleet: menu of a row',
      within: '[role=menu]',
      open: async (page) => {
        await goTo(page, 'fleet');
        await devices(page).getByRole('row').nth(2).click({ button: 'right' });
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'Fleet: selection',
      within: labelled('ui.selection'),
      open: async (page) => {
        await goTo(page, 'fleet');
        const all = page.getByRole('checkbox', { name: t('ui.selection.all') });
        if (!(await all.isChecked())) await all.click();
        await expect(page.getByRole('region', { name: t('ui.selection') })).toBeVisible();
      },
    },
    opened('fleet', 'app.actions.setLimits', 'dialog'),
    opened('fleet', 'app.actions.addToGroups', 'dialog'),
    opened('fleet', 'status.details', 'dialog'),
    opened('fleet', 'status.located', 'dialog'),
    opened('fleet', 'alerts.day', 'dialog'),
    opened('fleet', 'status.zone', 'dialog'),
    opened('fleet', 'session.account', 'menu'),
    {
      name: 'Search of the header',
      within: '[role=listbox]',
      open: async (page) => {
        const name = t('command.search');
        await page.getByRole('combobox', { name }).fill('a');
        await expect(page.getByRole('listbox', { name })).toBeVisible();
      },
    },
    {
      name: 'Keyboard shortcuts',
      within: '[role=dialog]',
      open: async (page) => {
        await goTo(page, 'users');
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: t('command.shortcuts') })).toBeVisible();
      },
    },
    {
      name: 'User guide',
      within: '[role=dialog]',
      open: async (page) => {
        await goTo(page, 'alerts');
        await page.keyboard.press('F1');
        const guide = page.getByRole('dialog', { name: t('help.guide') });
        await expect(guide.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
      },
    },
    opened('fleet', 'help.title', 'menu'),
    opened('places', 'places.new', 'dialog'),
    opened('places', 'place-rules.button', 'dialog'),
    opened('expiry', 'expiry.renew', 'dialog', renewOne),
    opened('expiry', 'expiry.table.open', 'dialog'),
    opened('submit', 'ui.date.open', 'dialog'),
    historyDialog('history.more.stored', /./),
    historyDialog('history.more.rules', named('history.rules.reset')),
    newRecord('groups', 'edits.group.new'),
    newRecord('users', 'edits.user.new'),
  ];

  /** The step of the tour on screen, by its title. */
  const tourIsAt = (page: Page, key: PlainKey) =>
    expect(
      page.getByRole('region', { name: t('tour.name') }).getByText(t(key), { exact: true }),
    ).toBeVisible();
  const step = (route: Route, key: PlainKey): Scene => ({
    name: `Tour: ${inEnglish(key)}`,
    within: labelled('tour.name'),
    open: async (page) => {
      await goTo(page, route);
      await tourIsAt(page, key);
    },
  });

  /** The steps of the tour in the demo, in order; each starts where the previous one ended. */
  const tourSteps: Scene[] = [
    {
      name: 'Tour: map',
      within: labelled('tour.name'),
      open: async (page) => {
        const search = page.getByRole('combobox', { name: t('command.search') });
        await search.fill(t('tour.show'));
        await expect(page.getByRole('option', { name: t('tour.show') })).toBeVisible();
        await search.press('Enter');
        await tourIsAt(page, 'tour.step.map');
      },
    },
    {
      name: 'Tour: details',
      within: labelled('tour.name'),
      open: async (page) => {
        await devices(page).getByRole('row').nth(2).click();
        await tourIsAt(page, 'tour.step.details');
      },
    },
    step('history', 'tour.step.history'),
    step('limits', 'tour.step.limits'),
    step('fleet', 'tour.step.offline'),
  ];
  return { pages, overlays, tourSteps };
}

export const { pages, overlays, tourSteps } = scenesIn(inEnglish);

/** Closes what a scene has opened above its page. */
export async function closeScene(window: Page): Promise<void> {
  await window.keyboard.press('Escape');
  await window.keyboard.press('Escape');
  // A menu takes the key once it has the focus.
  await expect(async () => {
    if ((await window.getByRole('menu').count()) === 0) return;
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu')).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 10_000 });
}
