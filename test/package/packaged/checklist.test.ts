import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { contract } from '../../../shared/ipc/contract';
import { expect, test } from '../fixtures';
import { externalOpener, isLinux, openedBy } from '../linux';
import { liveWithin } from '../../support/live-within';

// https://www.electronjs.org/docs/latest/tutorial/security, point by point, on the packaged app.

/** A web server that the app must never reach; it records the requests. */
async function foreignServer(): Promise<{ url: string; requests: string[]; server: Server }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end('<title>foreign</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server };
}

/** Runs code in the page outside of Playwright's evaluation, which the CSP does not bind. */
function inPage<T>(page: Page, code: () => T | Promise<T>): Promise<T> {
  const source = `new Promise((resolve, reject) => setTimeout(() =>
    Promise.resolve().then(${String(code)}).then(resolve, reject)))`;
  return page.evaluate(source) as Promise<T>;
}

test.describe('what a page can do', () => {
  let foreign: Awaited<ReturnType<typeof foreignServer>>;
  test.beforeEach(async () => {
    foreign = await foreignServer();
  });
  test.afterEach(() => {
    foreign.server.close();
  });

  test('1, 18: everything comes from app://, nothing from the network or from files', async ({
    start,
  }) => {
    const { page, cdp } = await start({ switches: ['--demo'] });
    const addresses: string[] = [];
    await cdp.send('Network.enable');
    cdp.on('Network.requestWillBeSent', ({ request }) => addresses.push(request.url));
    await page.reload();
    await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
    expect(addresses).toContain('app://waypost/index.html');
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !/^(app|blob|data):/.test(address))).toEqual([]);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(true);
    for (const address of [`${foreign.url}/fetch`, 'https://example.com/', 'file:///etc/passwd']) {
      const refused = await page.evaluate(
        (url) =>
          fetch(url, { mode: 'no-cors' }).then(
            () => 'loaded',
            () => 'refused',
          ),
        address,
      );
      expect(refused, address).toBe('refused');
    }
    const image = await page.evaluate(
      (url) =>
        new Promise<string>((resolve) => {
          const img = new Image();
          img.onload = () => resolve('loaded');
          img.onerror = () => resolve('refused');
          img.src = url;
        }),
      `${foreign.url}/image.png`,
    );
    expect(image).toBe('refused');
    expect(foreign.requests).toEqual([]);
  });

  test('2, 3, 20: a page has no access to Node, Electron or the context of the preload', async ({
    start,
  }) => {
    const { page } = await start();
    const seen = await page.evaluate(() => ({
      names: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
        (name) => name in globalThis,
      ),
      bridge: Object.fromEntries(
        Object.entries(
          (globalThis as unknown as { waypost: Record<string, Record<string, unknown>> }).waypost,
        ).map(([word, methods]) => [word, Object.keys(methods).toSorted()]),
      ),
    }));
    expect(seen.names).toEqual([]);
    // Exactly the contract, and no function that accepts a channel name.
    const expected = Object.fromEntries(
      Object.entries(contract).map(([word, entries]) => [
        word,
        Object.entries(entries)
          .map(([name, { kind }]) =>
            kind === 'call' ? name : `on${name[0]!.toUpperCase()}${name.slice(1)}`,
          )
          .toSorted(),
      ]),
    );
    expect(seen.bridge).toEqual(expected);
    const changed = await page.evaluate(() => {
      const { waypost } = globalThis as unknown as { waypost: { app: { info: unknown } } };
      try {
        waypost.app.info = () => 'mine';
      } catch {
        // It must be frozen.
      }
      return String(waypost.app.info);
    });
    expect(changed).not.toContain('mine');
  });

  test('5: every permission is refused', async ({ start }) => {
    const { page } = await start();
    const answers = await page.evaluate(async () => {
      const refusal = (work: Promise<unknown>) =>
        work.then(
          () => 'granted',
          () => 'refused',
        );
      const queried = await Promise.all(
        ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'].map((name) =>
          navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state),
        ),
      );
      return {
        queried: [...new Set(queried)],
        notification: await Notification.requestPermission(),
        camera: await refusal(navigator.mediaDevices.getUserMedia({ video: true })),
        screen: await refusal(navigator.mediaDevices.getDisplayMedia()),
        clipboard: await refusal(navigator.clipboard.readText()),
        position: await refusal(
          new Promise((resolve, reject) =>
            navigator.geolocation.getCurrentPosition(resolve, reject),
          ),
        ),
      };
    });
    expect(answers).toEqual({
      queried: ['denied'],
      notification: 'denied',
      camera: 'refused',
      screen: 'refused',
      clipboard: 'refused',
      position: 'refused',
    });
  });

  test('6: the same-origin policy holds, also for our own pages', async ({ start }) => {
    const { page } = await start();
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      document.body.append(frame);
    });
    const frame = page.frames().find((each) => each !== page.mainFrame())!;
    // An opaque origin that inherits our CSP: only the same-origin policy blocks it.
    const attempts = await frame.evaluate(async () => {
      const read = (address: string) =>
        fetch(address).then(
          () => 'read',
          () => 'refused',
        );
      let reached = 'refused';
      try {
        reached = String(parent.document.title);
      } catch {
        // Expected: the request is blocked.
      }
      return { origin, fetched: await read('app://waypost/index.html'), reached };
    });
    expect(attempts).toEqual({ origin: 'null', fetched: 'refused', reached: 'refused' });
  });

  test('7: the content security policy is delivered and enforced', async ({ start }) => {
    const { page } = await start();
    const [policy, sniffing, embedding, reading] = await page.evaluate(async () => {
      const { headers } = await fetch('app://waypost/index.html');
      return [
        'content-security-policy',
        'x-content-type-options',
        'cross-origin-embedder-policy',
        'cross-origin-resource-policy',
      ].map((name) => headers.get(name));
    });
    expect(policy!.replace(/'nonce-[\w+/=]{22,}'/, "'nonce'").split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
    expect([sniffing, embedding, reading]).toEqual(['nosniff', 'require-corp', 'same-origin']);
    const results = await inPage(page, () => {
      const attempts: Record<string, string> = {};
      for (const [name, attempt] of Object.entries({
        // The test expects them to be refused.
        // oxlint-disable-next-line no-eval
        eval: () => (0, eval)('1 + 1') as number,
        // oxlint-disable-next-line no-implied-eval
        newFunction: () => new Function('return 1')() as number,
      })) {
        try {
          attempt();
          attempts[name] = 'ran';
        } catch {
          attempts[name] = 'refused';
        }
      }
      const script = document.createElement('script');
      try {
        script.textContent = 'globalThis.inlineScriptRan = true';
      } catch {
        // Trusted Types refuse it already; a text node gets past them.
        script.append('globalThis.inlineScriptRan = true');
      }
      document.body.append(script);
      attempts['inlineScript'] = 'inlineScriptRan' in globalThis ? 'ran' : 'refused';
      try {
        document.createElement('div').innerHTML = '<img src="x">';
        attempts['html'] = 'ran';
      } catch {
        attempts['html'] = 'refused';
      }
      try {
        new Worker(URL.createObjectURL(new Blob(['1'])));
        attempts['blobWorker'] = 'ran';
      } catch {
        attempts['blobWorker'] = 'refused';
      }
      return attempts;
    });
    expect(results).toMatchObject({
      eval: 'refused',
      newFunction: 'refused',
      inlineScript: 'refused',
      html: 'refused',
      blobWorker: 'refused',
    });
    // Every response has a policy: workers do not inherit that of the window.
    const scripts = await page.evaluate(async () => {
      const loaded = Array.from(document.scripts, ({ src }) => src).filter(Boolean);
      return Promise.all(
        loaded.map(async (name) => (await fetch(name)).headers.get('content-security-policy')),
      );
    });
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      expect(script?.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "worker-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
    }
  });

  test('11, 12: a webview is an unknown element', async ({ start }) => {
    const { page, cdp } = await start();
    await page.evaluate((url) => {
      const view = document.createElement('webview');
      view.setAttribute('src', url);
      view.setAttribute('allowpopups', '');
      view.setAttribute('nodeintegration', '');
      document.body.append(view);
    }, foreign.url);
    const { targetInfos } = await cdp.send('Target.getTargets');
    expect(targetInfos.filter(({ type }) => type === 'webview')).toEqual([]);
    expect(foreign.requests).toEqual([]);
  });

  test('13, 14, 15: a page cannot navigate, open windows or send requests', async ({
    start,
    profile,
  }) => {
    // On Linux, Chromium passes addresses to this program; here it only records them.
    const opened = path.join(profile, 'opened.txt');
    const { page, cdp } = await start({ env: externalOpener(profile, opened) });
    const before = page.url();
    const leave = [
      `location.href = '${foreign.url}/href'`,
      `location.replace('${foreign.url}/replace')`,
      `location.href = 'file:///etc/passwd'`,
      `location.href = 'mailto:someone@example.com'`,
      `location.href = 'waypost://device/1'`,
      `location.href = 'javascript:globalThis.escaped = true'`,
      `location.href = 'data:text/html,<script>1</script>'`,
      `window.open('${foreign.url}/open')`,
      `window.open('app://waypost/index.html')`,
      `window.open('https://example.com/', '_blank', 'nodeIntegration=yes')`,
      `(() => { const a = document.createElement('a'); a.href = '${foreign.url}/link';
        a.target = '_blank'; document.body.append(a); a.click(); })()`,
      `(() => { const f = document.createElement('form'); f.action = '${foreign.url}/form';
        document.body.append(f); f.submit(); })()`,
      `(() => { const f = document.createElement('iframe'); f.src = '${foreign.url}/frame';
        document.body.append(f); })()`,
      `navigator.sendBeacon('${foreign.url}/beacon', 'x')`,
    ];
    for (const attempt of leave) {
      await page.evaluate(`setTimeout(() => { ${attempt} })`).catch(() => undefined);
      // Nothing may happen, so there is no condition to wait for; each attempt is given some time.
      await page.waitForTimeout(60);
    }
    await page.waitForTimeout(500);
    expect(page.url()).toBe(before);
    expect(await page.evaluate(() => 'escaped' in globalThis)).toBe(false);
    const { targetInfos } = await cdp.send('Target.getTargets');
    expect(targetInfos.filter(({ type }) => type === 'page')).toHaveLength(1);
    expect(foreign.requests).toEqual([]);
    expect(openedBy(opened)).toEqual([]);

    // Only our own code passes addresses to the browser, and only https addresses that it built
    // itself.
    await page.evaluate(() =>
      (
        globalThis as unknown as { waypost: { app: { openInBrowserMap(at: object): unknown } } }
      ).waypost.app.openInBrowserMap({ latitude: 48.2, longitude: 16.37 }),
    );
    if (isLinux) {
      await expect.poll(() => openedBy(opened)).toHaveLength(1);
      expect(new URL(openedBy(opened)[0]!).origin).toBe('https://www.openstreetmap.org');
    }
  });

  test('17: a message from a foreign frame is refused', async ({ start }) => {
    // Frames have no bridge at all; test/package/packaged/ipc.test.ts bypasses it.
    const { page, cdp } = await start();
    await cdp.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    const bridge = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      // A bridge would exist from the start; the frame is given some time in which nothing may
      // arrive.
      await new Promise((resolve) => setTimeout(resolve, 100));
      return typeof (frame.contentWindow as unknown as { waypost: unknown }).waypost;
    });
    expect(bridge).toBe('undefined');
  });
});
