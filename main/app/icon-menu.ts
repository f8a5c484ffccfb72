import { app, Menu } from 'electron';
import { linkTo, type Link } from '#shared/domain/link';
import type { PlainKey, Translate } from '#shared/i18n/translate';
import { registersScheme } from './deep-links';

/** The pages of the menu, which on Linux electron-builder.yml has. */
const iconPages = [
  ['fleet', 'fleet.title'],
  ['alerts', 'alerts.title'],
  ['history', 'common.history'],
] as const satisfies readonly [string, PlainKey][];

/** The menu of the icon in the dock of macOS or on the taskbar of Windows, which starts Waypost if it does not run. */
export function installIconMenu(t: Translate, open: (link: Link) => void): void {
  app.dock?.setMenu(
    Menu.buildFromTemplate(
      iconPages.map(([id, title]) => ({
        label: t(title),
        click: () => open({ kind: 'page', id }),
      })),
    ),
  );
  // The tasks are links, too.
  if (!registersScheme(process.platform, process.env, app.isPackaged)) return;
  app.setUserTasks(
    iconPages.map(([id, title]) => ({
      program: process.execPath,
      arguments: linkTo('page', id)!,
      title: t(title),
      description: '',
      iconPath: process.execPath,
      iconIndex: 0,
    })),
  );
}
