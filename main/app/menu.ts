import { Menu, type MenuItemConstructorOptions as Item, app } from 'electron';
import { keysOf, type ShortcutName } from '#shared/domain/shortcuts';
import type { Translate, PlainKey } from '#shared/i18n/translate';
import type { HelpTopic } from '#shared/ipc/desktop';
import { linkTo, type Link } from '#shared/domain/link';
import { registersScheme } from './deep-links';

const acceleratorOf = (name: ShortcutName) => keysOf(name)[0].replace('Mod', 'CmdOrCtrl');

/** The platform's standard menus; developer tools in development, and when asked for by a switch. */
export function installMenu(options: {
  t: Translate;
  refresh: () => void;
  addMapFile: () => void;
  lockNow: () => void;
  showDiagnostics: () => void;
  showHelp: (topic: HelpTopic) => void;
  openMapWindow: () => void;
  openWall: () => void;
  restartSafely: () => void;
  allowsDevTools: boolean;
}): void {
  const { t } = options;
  const isMac = process.platform === 'darwin';
  const onMac = (...items: Item[]): Item[] => (isMac ? items : []);
  const line: Item = { type: 'separator' };
  const quit: Item = { role: 'quit', label: t('desktop.menu.quit') };
  const close: Item = { role: 'close', label: t('desktop.menu.close') };
  const app: Item[] = [
    { role: 'about', label: t('desktop.menu.about') },
    line,
    { role: 'services', label: t('desktop.menu.services') },
    line,
    { role: 'hide', label: t('desktop.menu.hide') },
    { role: 'hideOthers', label: t('desktop.menu.hideOthers') },
    { role: 'unhide', label: t('desktop.menu.showAll') },
    line,
    quit,
  ];
  const file: Item[] = [
    { label: t('map.files.add'), click: options.addMapFile },
    { label: t('command.does.lock'), accelerator: acceleratorOf('lock'), click: options.lockNow },
    line,
    isMac ? close : quit,
  ];
  const edit: Item[] = [
    { role: 'undo', label: t('desktop.menu.undo') },
    { role: 'redo', label: t('desktop.menu.redo') },
    line,
    { role: 'cut', label: t('desktop.menu.cut') },
    { role: 'copy', label: t('desktop.menu.copy') },
    { role: 'paste', label: t('desktop.menu.paste') },
    ...onMac({ role: 'pasteAndMatchStyle', label: t('desktop.menu.pasteAsText') }),
    { role: 'delete', label: t('desktop.menu.delete') },
    { role: 'selectAll', label: t('desktop.menu.selectAll') },
  ];
  const view: Item[] = [
    {
      label: t('command.does.refresh'),
      accelerator: acceleratorOf('refresh'),
      click: options.refresh,
    },
    {
      label: t('command.does.mapWindow'),
      accelerator: acceleratorOf('mapWindow'),
      click: options.openMapWindow,
    },
    { label: t('wall.open'), click: options.openWall },
    line,
    { role: 'resetZoom', label: t('desktop.menu.actualSize') },
    { role: 'zoomIn', label: t('desktop.menu.zoomIn') },
    { role: 'zoomOut', label: t('desktop.menu.zoomOut') },
    line,
    { role: 'togglefullscreen', label: t('desktop.menu.fullScreen') },
    ...(options.allowsDevTools
      ? ([{ role: 'forceReload' }, { role: 'toggleDevTools' }] satisfies Item[])
      : []),
  ];
  const window: Item[] = [
    { role: 'minimize', label: t('desktop.menu.minimize') },
    ...(isMac
      ? ([
          { role: 'zoom', label: t('desktop.menu.zoom') },
          line,
          { role: 'front', label: t('desktop.menu.front') },
        ] satisfies Item[])
      : [close]),
  ];
  const help: Item[] = [
    {
      label: t('help.guide'),
      accelerator: acceleratorOf('guide'),
      click: () => options.showHelp('guide'),
    },
    { label: t('command.shortcuts'), click: () => options.showHelp('shortcuts') },
    line,
    { label: t('help.news'), click: () => options.showHelp('news') },
    { label: t('help.problem'), click: () => options.showHelp('problem') },
    line,
    { label: t('diagnostics.open'), click: options.showDiagnostics },
    { label: t('app.command.safeMode'), click: options.restartSafely },
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...onMac({ role: 'appMenu', submenu: app }),
      { label: t('desktop.menu.file'), submenu: file },
      { role: 'editMenu', label: t('desktop.menu.edit'), submenu: edit },
      { label: t('desktop.menu.view'), submenu: view },
      { role: 'windowMenu', label: t('desktop.menu.window'), submenu: window },
      { role: 'help', label: t('desktop.menu.help'), submenu: help },
    ]),
  );
}

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
