import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** The platform's standard menus; developer tools in development only. */
export function installMenu(options: { refresh: () => void; isPackaged: boolean }): void {
  const isMac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { label: 'Refresh now', accelerator: 'CmdOrCtrl+R', click: options.refresh },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(options.isPackaged
      ? []
      : ([{ role: 'forceReload' }, { role: 'toggleDevTools' }] as MenuItemConstructorOptions[])),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as MenuItemConstructorOptions] : []),
      {
        label: 'File',
        submenu: [isMac ? { role: 'close' } : { role: 'quit', label: `Quit ${app.name}` }],
      },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
