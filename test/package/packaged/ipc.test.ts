import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../../shared/ipc/contract';
import { channelOf } from '../../../shared/ipc/define';
import { launch } from '../../support/app';
import { expect, test } from '../fixtures';

const channels = Object.entries(contract).flatMap(([word, entries]) =>
  Object.entries(entries).flatMap(([name, entry]) =>
    entry.kind === 'call' ? [channelOf(word, name)] : [],
  ),
);

// Needs access to the main process, which the package does not allow: the same build, not packaged.
test('a foreign window with full access to Electron is refused on every channel', async ({
  profile,
}) => {
  const app = await launch({ profile });
  try {
    await expect(app.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    const answersAt = (address: string) =>
      app.electron.evaluate(
        async ({ BrowserWindow }, { url, names }) => {
          const foreign = new BrowserWindow({
            show: false,
            webPreferences: { nodeIntegration: true, contextIsolation: false, sandbox: false },
          });
          await foreign.loadURL(url);
          const answers: unknown = await foreign.webContents.executeJavaScript(`
            Promise.all(${JSON.stringify(names)}.map((name) =>
              require('electron').ipcRenderer.invoke(name, undefined)))`);
          foreign.destroy();
          return answers as unknown[];
        },
        { url: address, names: channels },
      );
    const forbidden = channels.map(() => ({ ok: false, fault: { kind: 'forbidden' } }));
    expect(await answersAt('data:text/html,<title>foreign</title>')).toEqual(forbidden);
    // The same window with our own address is refused as well.
    expect(await answersAt('app://waypost/index.html')).toEqual(forbidden);
    const log = readFileSync(path.join(profile, 'logs', 'waypost.log'), 'utf8');
    expect(log).toContain('the sender is not our window');
  } finally {
    await app.close();
  }
});
