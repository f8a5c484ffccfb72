import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { allowHosts } from '../packaged-app';

// Network access from a page that neither the content security policy nor the request filter
// covers.

/** A foreign server and socket, and the requests that reached them. */
async function foreignServer() {
  const reached: string[] = [];
  const server: Server = createServer((request, response) => {
    reached.push(`http ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    response.end('{"version":8,"sources":{},"layers":[]}');
  });
  server.on('connection', () => reached.push('tcp'));
  const socket: Socket = createSocket('udp4', () => reached.push('udp'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', () => resolve()));
  return {
    reached,
    tcp: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    udp: `127.0.0.1:${socket.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      socket.close();
    },
  };
}

/** Runs code in the page and waits until a peer connection to `servers` has stopped searching. */
const connections = (page: Page, servers: object[]) =>
  page.evaluate(
    (iceServers) =>
      new Promise<string[]>((resolve) => {
        const connection = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[] });
        const found: string[] = [];
        connection.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate) found.push(candidate.candidate);
          else resolve(found);
        });
        connection.createDataChannel('positions');
        void connection.createOffer().then((offer) => connection.setLocalDescription(offer));
        // A server that does not respond keeps it searching.
        setTimeout(() => resolve(found), 5_000);
      }),
    servers,
  );

let other: Awaited<ReturnType<typeof foreignServer>>;
test.beforeEach(async () => {
  other = await foreignServer();
});
test.afterEach(() => other.close());

test('a peer connection reaches no server and reveals no address of this computer', async ({
  start,
}) => {
  const { page } = await start();
  const servers = [
    { urls: `stun:${other.udp}` },
    { urls: `turn:${other.udp}`, username: 'a', credential: 'b' },
    { urls: `turn:${other.tcp}?transport=tcp`, username: 'a', credential: 'b' },
  ];
  expect(await connections(page, servers)).toEqual([]);
  expect(other.reached).toEqual([]);
});

test('hints, pings and sockets reach no server', async ({ start }) => {
  const { page } = await start();
  await page.evaluate(
    ({ tcp, udp }) => {
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'icon', 'manifest']) {
        const link = document.createElement('link');
        Object.assign(link, { rel, href: `http://${tcp}/${rel}`, as: 'image' });
        document.head.append(link);
      }
      const anchor = document.createElement('a');
      Object.assign(anchor, { href: '#/settings', ping: `http://${tcp}/ping` });
      document.body.append(anchor);
      anchor.click();
      const attempts = [
        () => new WebSocket(`ws://${tcp}/socket`),
        () => new EventSource(`http://${tcp}/events`),
        () => new WebTransport(`https://${udp}/transport`),
        () => new Worker(`http://${tcp}/worker.js`),
        () => new Audio(`http://${tcp}/sound`).play().catch(() => undefined),
      ];
      for (const attempt of attempts) {
        try {
          void attempt();
        } catch {
          // An immediate refusal is also correct.
        }
      }
    },
    { tcp: other.tcp, udp: other.udp },
  );
  // Nothing may arrive, so there is no condition to wait for.
  await page.waitForTimeout(2_000);
  expect(other.reached).toEqual([]);
});

test('a page can start no download', async ({ start }) => {
  const { page } = await start();
  const begun = page.waitForEvent('download');
  await page.evaluate(() => {
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(new Blob(['positions']));
    anchor.download = 'positions.txt';
    document.body.append(anchor);
    anchor.click();
  });
  expect(await (await begun).failure()).toBe('canceled');
});

test('main loads a map style from a host that the user allowed; the window still reaches nothing', async ({
  start,
  profile,
}) => {
  allowHosts(profile, { maps: [`http://${other.tcp}`] });
  const { page } = await start({ switches: ['--demo'] });
  await expect(page.getByText('400 of 400')).toBeVisible();
  expect(other.reached).toEqual([]);
  const style = `http://${other.tcp}/style.json`;
  await page.evaluate((mapStyleUrl) => {
    const { waypost } = globalThis as unknown as {
      waypost: { settings: { change(part: object): Promise<unknown> } };
    };
    return waypost.settings.change({ mapStyleUrl });
  }, style);
  await expect.poll(() => other.reached).toContain('http /style.json');
  const answer = await page.evaluate(async (url) => {
    const sent = await fetch(url, { mode: 'no-cors' }).catch((error: Error) => error.name);
    const policy = (await fetch('app://waypost/index.html')).headers.get('content-security-policy');
    return [typeof sent === 'string' ? sent : 'sent', policy];
  }, `http://${other.tcp}/by-the-window`);
  expect(answer).toEqual(['TypeError', expect.not.stringContaining('127.0.0.1')]);
  expect(other.reached).not.toContain('http /by-the-window');
});
