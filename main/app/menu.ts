import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** The platform's standard menus; developer tools in development, and when asked for by a switch. */
export function installMenu(options: {
  refresh: () => void;
  addMapFile: () => void;
  lockNow: () => void;
  allowsDevTools: boolean;
}): void {
  const isMac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { label: 'Refresh now', accelerator: 'CmdOrCtrl+R', click: options.refresh },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(options.allowsDevTools
      ? ([{ role: 'forceReload' }, { role: 'toggleDevTools' }] as MenuItemConstructorOptions[])
      : []),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as MenuItemConstructorOptions] : []),
      {
        label: 'File',
        submenu: [
          { label: 'Add an offline map…', click: options.addMapFile },
          { label: 'Lock now', accelerator: 'CmdOrCtrl+L', click: options.lockNow },
          { type: 'separator' },
          isMac ? { role: 'close' } : { role: 'quit', label: `Quit ${app.name}` },
        ],
      },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
