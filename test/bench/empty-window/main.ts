import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, net, protocol } from 'electron';

// The empty map window that everything is compared with. With `--bench-report=FILE` it writes when
// it was drawn and quits, as Waypost does.

const mainEntry = Date.now();
const report = app.commandLine.getSwitchValue('bench-report');
const folder = path.join(import.meta.dirname, 'window');

const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true };
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { ...privileges, codeCache: true } },
]);
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

void app.whenReady().then(open);

function open(): void {
  protocol.handle('app', (request) => {
    const name = new URL(request.url).pathname;
    return net.fetch(pathToFileURL(path.join(folder, name)).href);
  });
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => window.show());
  window.webContents.on('page-title-updated', (_event, title) => {
    const [word, at] = title.split(' ');
    if (word !== 'drawn' || !report) return;
    fs.writeFileSync(report, JSON.stringify({ mainEntry, drawnAt: Number(at) }));
    if (!app.commandLine.hasSwitch('bench-stay')) app.quit();
  });
  void window.loadURL('app://empty/index.html');
}
