import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/fixtures';

// The guards are not those of the one window: whatever session or window comes into being has them.

test('a session that is created later refuses permissions, downloads and foreign frames', async ({
  app,
}) => {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.url ?? '');
    const isFile = request.url === '/file';
    response.setHeader('content-type', isFile ? 'application/octet-stream' : 'text/html');
    response.end(isFile ? 'x' : '<title>a page of somebody</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { electron } = app;
    const answers = await electron.evaluate(async ({ BrowserWindow, session }, address) => {
      const later = session.fromPartition('created-by-a-test');
      const downloads: string[] = [];
      const ended = new Promise<void>((resolve) => {
        later.on('will-download', (_event, item) => {
          item.once('done', (_done, state) => {
            downloads.push(state);
            resolve();
          });
          // A refused download is gone before it ends.
          if (_event.defaultPrevented) {
            downloads.push('refused');
            resolve();
          }
        });
      });
      const foreign = new BrowserWindow({ show: false, webPreferences: { session: later } });
      await foreign.loadURL(`${address}/page`);
      const state: unknown = await foreign.webContents.executeJavaScript(
        `navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`,
      );
      const blocked = new Promise<void>((resolve) => {
        foreign.webContents.on('will-frame-navigate', (event) => {
          if (event.url.endsWith('/frame') && event.defaultPrevented) resolve();
        });
      });
      await foreign.webContents.executeJavaScript(`{
        const frame = document.createElement('iframe');
        frame.src = '${address}/frame';
        document.body.append(frame);
      }`);
      await blocked;
      later.downloadURL(`${address}/file`);
      await ended;
      foreign.destroy();
      return { state, downloads };
    }, url);
    expect(answers).toEqual({ state: 'denied', downloads: ['refused'] });
    expect(reached).not.toContain('/frame');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
