import type { ElectronApplication } from '@playwright/test';
import type { LanguageTag } from '../../shared/i18n/languages';
import { createTranslate } from '../../shared/i18n/translate';
import { languageOf } from '../support/english';
import { expect, test } from '../support/fixtures';

const texts = (language: LanguageTag) => createTranslate(languageOf({ language }));

/** The titles of the menus, and the labels in them but those of developers. */
const menuOf = (electron: ElectronApplication) =>
  electron.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()!.items.map(({ label, submenu }) => [
      label,
      ...(submenu?.items ?? [])
        .filter(({ role, type }) => type !== 'separator' && !/reload|devtools/i.test(role ?? ''))
        .map((item) => item.label),
    ]),
  );

/** Chooses an item of the menus, and returns the kinds of files of the dialog that it opens. */
const kindsOfFiles = (electron: ElectronApplication, item: string) =>
  electron.evaluate(
    ({ dialog, Menu }, label) =>
      new Promise<string[]>((resolve) => {
        dialog.showOpenDialog = ((...given: Electron.OpenDialogOptions[]) => {
          resolve(given.at(-1)!.filters!.map(({ name }) => name));
          return Promise.resolve({ canceled: true, filePaths: [] });
        }) as typeof dialog.showOpenDialog;
        const items = Menu.getApplicationMenu()!.items.flatMap((menu) => menu.submenu?.items ?? []);
        items.find((each) => each.label === label)!.click();
      }),
    item,
  );

test('menus and dialogs are in the language of the system, and follow the settings without a restart', async ({
  start,
}) => {
  const [german, hebrew] = [texts('de'), texts('he')];
  const { electron, page } = await start({ switches: ['--lang=de', '--demo'] });
  await expect(page.getByRole('link', { name: german('app.page.settings') })).toBeVisible();
  const menu = await menuOf(electron);
  const titles = ['file', 'edit', 'view', 'window'] as const;
  expect(menu.map(([title]) => title).slice(0, 4)).toEqual(
    titles.map((title) => german(`desktop.menu.${title}`)),
  );
  const english = texts('en');
  const keys = ['undo', 'cut', 'paste', 'actualSize', 'fullScreen', 'minimize', 'close', 'quit'];
  for (const key of keys as ('undo' | 'cut')[]) {
    expect(menu.flat()).toContain(german(`desktop.menu.${key}`));
    expect(menu.flat()).not.toContain(english(`desktop.menu.${key}`));
  }
  expect(await kindsOfFiles(electron, german('map.files.add'))).toEqual(['Karten', 'Alle Dateien']);

  const scale = page.locator('.maplibregl-ctrl-scale').first();
  await expect(scale).toHaveText(/m$/);
  await page.getByRole('link', { name: german('app.page.settings') }).click();
  await page.getByRole('combobox', { name: german('settings.language') }).selectOption('he');
  await expect(page.getByRole('combobox', { name: hebrew('settings.language') })).toBeVisible();
  await expect.poll(() => menuOf(electron)).not.toEqual(menu);
  expect((await menuOf(electron)).map(([title]) => title).slice(0, 4)).toEqual(
    titles.map((title) => hebrew(`desktop.menu.${title}`)),
  );
  expect(await kindsOfFiles(electron, hebrew('map.files.add'))).toEqual(['מפות', 'כל הקבצים']);

  // The map was made before.
  await page.getByRole('link', { name: hebrew('app.page.fleet'), exact: true }).click();
  await expect(scale).toHaveText(/[א-ת]/);
});
