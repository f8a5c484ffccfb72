import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { connect, type App } from '../support/app';
import { startTunnelProxy } from '../support/fault-front';
import { expect, test } from '../support/fixtures';
import { keychainEntries } from '../support/keychain';
import { connectOtherClient } from '../support/other-client';
import { leaksIn } from '../support/secret-forms';
import { startSecureProxy } from '../support/secure-proxy';
import type { ServiceProcess } from '../support/service';

const openDiagnostics = ({ electron }: App) =>
  electron.evaluate(({ Menu }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === 'help');
    help?.submenu?.items.find(({ label }) => label === 'Diagnostics…')?.click();
  });

/** Texts and positions of all devices, as the service has them. */
async function privateTextsOf(service: ServiceProcess): Promise<string[]> {
  const client = await connectOtherClient(service);
  const { devices } = await client.get<{ devices: Record<string, unknown>[] }>('devices');
  const locations = await Promise.all(
    devices.map(({ id }) =>
      client.get<Record<string, unknown>>(`devices/${String(id)}/lastLocation`),
    ),
  );
  const texts: string[] = [];
  JSON.stringify([devices, locations], (name, value: unknown) => {
    const isPlace = /^(latitude|longitude)$/i.test(name);
    const isName = /^(id|name|description|phone|imei)$/i.test(name);
    if ((isPlace || isName) && String(value).length > 4) texts.push(String(value));
    return value;
  });
  return texts;
}

test('checks the connection and the computer, copies what was found, and saves a support file without secrets', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 12 });
  const app = await start();
  const { electron, page } = app;
  await connect(page, service);
  await expect(page.getByText('12 of 12', { exact: true })).toBeVisible();

  await openDiagnostics(app);
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' });
  const result = (check: string) => dialog.getByRole('row', { name: new RegExp(`^${check} `) });
  await expect(result('Key')).toContainText('The service accepts the key and gave a token.');
  await expect(result('Address')).toContainText('The service runs on this computer.');
  await expect(result('Offline copy')).toContainText(/Encrypted, \d+\sMB, without damage/);
  await expect(result('Keychain')).toContainText('stores and returns an entry');
  await expect(result('Disk')).toContainText('GB free');
  await expect(result('Versions')).toContainText('Electron');
  await expect(dialog.getByText('Checking…')).toHaveCount(0);
  await expect(result('GET /api/devices/\\{deviceId\\}/lastLocation')).toContainText('ms');

  // Each process once, with what it does.
  const running = dialog.getByRole('table', { name: 'Processes of Waypost' });
  for (const task of ['Main process', 'Window', 'Graphics', 'Network']) {
    await expect(running.getByRole('row', { name: new RegExp(`^${task}: .* MB$`) })).toHaveCount(1);
  }

  await dialog.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain('Key: Fine. The service accepts the key and gave a token.');
  expect(text).toMatch(/^\d+ MB · Main process: /m);
  expect(text).not.toContain('127.0.0.1');

  await service.control('setFaults', { statusRate: 1, status: 503, times: 100 });
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(result('Key')).toContainText('Broken');
  await service.control('setFaults', null);

  // No secret, name or position is in the support file, unless it is asked for.
  const texts = await privateTextsOf(service);
  expect(texts.length).toBeGreaterThan(40);
  const entries = await keychainEntries(app);
  // As if somebody had logged what must not be logged.
  const lines = [...texts, service.apiKey, ...entries.map(({ password }) => password)];
  mkdirSync(path.join(profile, 'logs'), { recursive: true });
  appendFileSync(path.join(profile, 'logs', 'waypost.log'), `${lines.join('\n')}\n`);
  const file = path.join(profile, 'support.zip');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);

  await dialog.getByRole('button', { name: 'Support file…' }).click();
  const support = page.getByRole('dialog', { name: 'Support file' });
  await expect(support.getByRole('tab')).toHaveCount(5);
  const save = support.getByRole('button', { name: 'Save ZIP file…' });
  const saved = async () => {
    await save.click();
    await expect.poll(() => existsSync(file)).toBe(true);
    const files = Object.entries(unzipSync(readFileSync(file)));
    rmSync(file);
    return files.map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }));
  };
  const secrets = Object.fromEntries(
    [service.apiKey, ...entries.map(({ password }) => password)].map((text) => [text, text]),
  );
  const names = Object.fromEntries(texts.map((text) => [text, text]));
  const files = await saved();
  expect(leaksIn(files, { ...secrets, ...names })).toEqual([]);
  expect(String(files.find(({ name }) => name === 'devices.csv')?.bytes)).toContain('\n12,');

  await support.getByRole('checkbox', { name: 'With addresses and names' }).check();
  await support.getByRole('checkbox', { name: 'With positions' }).check();
  await support.getByRole('tab', { name: 'devices.csv' }).click();
  await expect(support.getByRole('tabpanel')).toContainText('latitude');
  const withAll = await saved();
  expect(leaksIn(withAll, secrets)).toEqual([]);
  expect(leaksIn(withAll, names).length).toBeGreaterThan(texts.length / 2);
});

test('judges the certificate and the proxy on the way, and sends nothing to find out', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 3 });
  const secure = await startSecureProxy(service);
  const proxy = await startTunnelProxy();
  const app = await start({
    switches: [`--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>'],
  });
  const { electron, page } = app;
  // As if the user of this computer trusted the authority when the account was connected.
  await electron.evaluate(({ session }) => {
    for (const name of ['service', 'service-write-1']) {
      const partition = session.fromPartition(name, { cache: false });
      partition.setCertificateVerifyProc((_, answer) => answer(0));
    }
  });
  await connect(page, secure);
  await expect(page.getByText('3 of 3', { exact: true })).toBeVisible();
  const tunnels = proxy.tunnels();

  const check = (name: 'proxy' | 'certificate' | 'address') =>
    page.evaluate((given) => window.waypost.diagnostics.check({ check: given }), name);
  expect(await check('address')).toMatchObject({ value: { state: 'fine' } });
  expect(await check('proxy')).toMatchObject({
    value: { state: 'fine', named: expect.stringContaining('127.0.0.1') as unknown },
  });
  for (const _ of ['once', 'again']) {
    expect(await check('certificate')).toMatchObject({
      value: { state: 'broken', fault: { layer: 'tls', problem: 'unknownAuthority' } },
    });
  }
  expect(proxy.tunnels()).toBeGreaterThanOrEqual(tunnels + 2);
  expect(secure.requests.filter(({ what }) => what.startsWith('HEAD'))).toEqual([]);
  await proxy.close();
  await secure.stop();
});
