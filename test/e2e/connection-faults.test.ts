import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority, type Certificate } from '../support/certificates';
import { connect, type App } from '../support/app';
import { t } from '../support/english';
import { startTunnelProxy } from '../support/fault-front';
import { expect, test } from '../support/fixtures';

// What the window shows for what Chromium reports: certificates, the name and the proxy. Other errors of
// connections are in the fault matrix, with Node's `fetch`.

/** Something with this certificate; counts the requests that reached it. */
async function listenWith(certificate: Certificate) {
  const received: string[] = [];
  const server = createServer(certificate, (request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, received, close: () => server.close() };
}

/** A service that asks for a password as web servers do; notes what it was sent to prove who asks. */
async function listenForPasswords() {
  const received: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    received.push(request.headers.authorization);
    response.writeHead(401, {
      'www-authenticate': ['Negotiate', 'NTLM', 'Digest realm="a", nonce="b"', 'Basic realm="a"'],
    });
    response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}

/** A service that announces more than is read of an answer, and sends no end of it. */
async function listenWithoutEnd() {
  const server = createHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1e9 });
    response.write('{"success":');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections, close: () => server.close() };
}

/** What Chromium finds if the authority is one that the computer trusts. */
const verdicts = [
  { verdict: -201, issue: { days: -1 }, words: 'has expired or is not valid yet' },
  { verdict: -200, issue: { host: 'other.example' }, words: 'was made for another name' },
  { verdict: -206, issue: {}, words: 'was declared invalid' },
];

/** The sessions of reads and writes: the exchange of the key is a write. */
const partitions = ['service', 'service-write-1'];

/** Decides in the place of the authorities of the computer, which a test cannot change. */
const decide = (app: App, verdict: number) =>
  app.electron.evaluate(
    async ({ session }, given) => {
      for (const name of given.partitions) {
        const service = session.fromPartition(name, { cache: false });
        service.setCertificateVerifyProc((_, answer) => answer(given.verdict));
        await service.closeAllConnections();
      }
    },
    { partitions, verdict },
  );

test('says what is wrong with a certificate, a name or a proxy, and sends nothing', async ({
  start,
}) => {
  const authority = await createAuthority();
  const server = await listenWith(await authority.issue());
  const proxy = await startTunnelProxy();
  const app = await start();
  const { page } = app;
  const account = { userName: 'someone', apiKey: 'the-key' };
  const alert = page.getByRole('alert').first();
  const tryAt = async (url: string) => {
    await connect(page, { ...account, url });
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled();
  };

  await tryAt(server.url);
  await expect(alert).toContainText(t('faults.offline.unknownAuthority.title'));
  await expect(alert).toContainText('from an authority that this computer does not trust');

  // Chromium keeps its verdict on a certificate.
  for (const { verdict, issue, words } of verdicts) {
    const other = await listenWith(await authority.issue(issue));
    await decide(app, verdict);
    await tryAt(other.url);
    await expect(alert).toContainText(words);
    expect(other.received).toEqual([]);
    other.close();
  }
  expect(server.received).toEqual([]);

  await tryAt('https://no-such-host.invalid');
  await expect(alert).toContainText(
    'Name lookup (DNS) found no machine called no-such-host.invalid',
  );

  // Chromium would ask for a user name, and a Windows computer answer with that of its user.
  const asking = await listenForPasswords();
  await tryAt(asking.url);
  await expect(alert).toContainText(t('faults.unauthorized.title'));
  expect(asking.received.length).toBeGreaterThan(0);
  expect(asking.received.filter((sent) => sent !== undefined)).toEqual([]);
  asking.close();

  const endless = await listenWithoutEnd();
  await tryAt(endless.url);
  await expect(alert).toContainText(t('faults.tooLarge.title'));
  await expect.poll(endless.connections).toBe(0);
  endless.close();

  proxy.requireAuthentication(true);
  await app.electron.evaluate(
    async ({ session }, given) => {
      const { proxyRules } = given;
      for (const name of given.partitions) {
        const service = session.fromPartition(name, { cache: false });
        await service.setProxy({ proxyRules, proxyBypassRules: '<-loopback>' });
      }
    },
    { partitions, proxyRules: proxy.url },
  );
  await tryAt(server.url);
  await expect(alert).toContainText('If it asks for a user name and a password');
  expect(proxy.tunnels()).toBe(0);
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue(account.apiKey);
  server.close();
  await proxy.close();
});
