import type { Fetch, FetchInit } from '#main/api/request';
import fc from 'fast-check';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { storedFile } from '#main/files/stored-files';
import {
  allowedHostsSchema,
  HostConsent,
  fetchWithConsent,
  networkWithConsent,
  originOf,
  type HostConsentOptions,
  nearnessOf,
  usableFrom,
} from './host-consent';
import { says, t, textOf } from '../../test/support/english';

const service = 'https://tracking.example.com';
const declined = { fault: { kind: 'declined' } };

type Stored = ReturnType<HostConsentOptions['memory']['read']>;

function setUp(given: Partial<HostConsentOptions> & { stored?: Stored; answers?: boolean[] } = {}) {
  const file = { stored: given.stored ?? null };
  const questions: string[] = [];
  const answers = given.answers ?? [];
  const open = () =>
    new HostConsent({
      ask: ({ question }) => {
        questions.push(t(question));
        return Promise.resolve(answers.shift() ?? true);
      },
      memory: {
        read: () => file.stored,
        write: (stored) => {
          file.stored = stored;
        },
      },
      policy: { service: null, map: null },
      ...given,
    });
  return { consent: open(), open, file, questions };
}

describe('a new host', () => {
  test('is confirmed once, also after a restart, whatever the path', async () => {
    const { consent, open, questions } = setUp();
    expect(consent.isAllowed('service', service)).toBe(false);
    await consent.require('service', `${service}/fleet`);
    await consent.require('service', `${service}/api/token?x`);
    await open().require('service', service);
    expect(questions).toEqual([`Connect to ${service}?`]);
  });

  test.each([
    'http://tracking.example.com',
    `${service}:8443`,
    'https://tracking.example.com.evil.example',
    'https://sub.tracking.example.com',
    'https://tracking.example.com@evil.example',
  ])('%s is another one', async (other) => {
    const { consent, questions } = setUp({ answers: [true, false] });
    await consent.require('service', service);
    await expect(consent.require('service', other)).rejects.toMatchObject(declined);
    expect(questions).toHaveLength(2);
  });

  test('allowed for the map is not allowed for a service', async () => {
    const { consent, questions } = setUp({ answers: [true, false] });
    expect(await consent.allowedOf('map', [service])).toEqual([service]);
    await expect(consent.require('service', service)).rejects.toMatchObject(declined);
    expect(questions).toEqual([`Load the map from ${service}?`, `Connect to ${service}?`]);
  });

  test('is asked for in one question at a time, and once if many requests wait', async () => {
    const answer = Promise.withResolvers<boolean>();
    let asked = 0;
    const { consent } = setUp({
      ask: () => {
        asked += 1;
        return answer.promise;
      },
    });
    const waiting = Array.from({ length: 20 }, () => consent.require('service', service));
    answer.resolve(false);
    const results = await Promise.allSettled(waiting);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked).toBe(1);
  });

  test.each(['file:///etc/passwd', 'javascript:1', 'data:,x', '', 'https://', 'ws://a.example'])(
    '%j is refused without a question',
    async (address) => {
      const { consent, questions } = setUp();
      await expect(consent.require('service', address)).rejects.toMatchObject(declined);
      expect(await consent.allowedOf('map', [address])).toEqual([]);
      expect(questions).toEqual([]);
    },
  );
});

test('a refused host is asked for again only if the user chooses it again, and not for ever', async () => {
  const { consent, questions } = setUp({ answers: Array.from({ length: 20 }, () => false) });
  const chosen = () => consent.require('service', service, { isChosenNow: true });
  await expect(chosen()).rejects.toMatchObject(declined);
  await expect(consent.require('service', service)).rejects.toMatchObject(declined);
  expect(questions).toHaveLength(1);
  for (let i = 0; i < 10; i += 1) await expect(chosen()).rejects.toMatchObject(declined);
  expect(questions).toHaveLength(5);
  await expect(chosen()).rejects.toMatchObject({
    fault: { message: says('closed and opened again') },
  });
});

test('the service that main started needs no question while it runs, and only as a service', async () => {
  const { consent, questions } = setUp({ answers: [false, false] });
  const end = consent.allowOwn('http://127.0.0.1:4100');
  await consent.require('service', 'http://127.0.0.1:4100/api/devices');
  expect(questions).toEqual([]);
  await expect(consent.require('service', 'http://127.0.0.1:4101')).rejects.toMatchObject(declined);
  end();
  await expect(consent.require('service', 'http://127.0.0.1:4100')).rejects.toMatchObject(declined);
  expect(consent.isAllowed('map', 'http://127.0.0.1:4100')).toBe(false);
});

test("an administrator's list decides alone: nothing is asked", async () => {
  const { consent, questions } = setUp({
    stored: { services: ['https://evil.example'], maps: ['https://evil.example'] },
    policy: { service: ['tracking.example.com', '*.fleet.example', 'alt.example:8443'], map: [] },
  });
  for (const allowed of [service, 'https://a.fleet.example', 'https://alt.example:8443']) {
    await consent.require('service', allowed);
  }
  for (const refused of [
    'https://evil.example',
    'http://tracking.example.com',
    'https://tracking.example.com:8443',
    'https://fleet.example',
    'https://evilfleet.example',
    'https://alt.example',
    'http://127.0.0.1:8080',
  ]) {
    await expect(consent.require('service', refused)).rejects.toMatchObject({
      fault: { kind: 'declined', message: says('administrator') },
    });
  }
  expect(await consent.allowedOf('map', ['https://evil.example', service])).toEqual([]);
  expect(questions).toEqual([]);
});

test('an address that an administrator has set needs no question', async () => {
  const { consent, questions } = setUp({ presets: { service, map: null } });
  await consent.require('service', `${service}/api`);
  expect(questions).toEqual([]);
  expect(consent.isAllowed('map', service)).toBe(false);
});

test.each([
  '',
  '{',
  '[]',
  '{"services":"https://tracking.example.com"}',
  '{"services":["*","https:","tracking.example.com","https://tracking.example.com/path"]}',
  JSON.stringify({ services: Array.from({ length: 5_000 }, () => service) }),
])('a file that is not ours (%#) allows nothing', (text) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-hosts-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'allowed-hosts.json');
  fs.writeFileSync(file, text);
  const memory = storedFile(file, 'allowedHosts', allowedHostsSchema, () => undefined);
  expect(setUp({ memory }).consent.isAllowed('service', service)).toBe(false);
  fs.writeFileSync(file, JSON.stringify({ services: [service], maps: [] }));
  expect(setUp({ memory }).consent.isAllowed('service', service)).toBe(true);
});

test('several new hosts of a map are one question, and nothing is kept of a refusal', async () => {
  const { consent, questions, file } = setUp({ answers: [false] });
  const hosts = ['https://a.example', 'https://b.example'];
  expect(await consent.allowedOf('map', hosts)).toEqual([]);
  expect(questions).toEqual(['Load the map from 2 more servers?']);
  expect(file.stored).toBeNull();
});

test('an answer covers the hosts that the question names, at most 15, and no more', async () => {
  const hosts = Array.from({ length: 2_500 }, (_, at) => `https://t${at}.example`);
  const details: string[] = [];
  const { consent } = setUp({
    ask: ({ detail }) => {
      details.push(detail.map((each) => textOf(each)).join('\n'));
      return Promise.resolve(true);
    },
  });
  expect(await consent.allowedOf('map', hosts)).toEqual(hosts.slice(0, 15));
  expect(await consent.allowedOf('map', hosts)).toEqual(hosts.slice(0, 15));
  expect(details).toHaveLength(1);
  for (const host of hosts.slice(0, 15)) expect(details[0]).toContain(`${host}\n`);
  expect(details[0]).toContain('names 2,500 servers');
});

test.each([
  'https://a.b;sandbox/x',
  "https://a.b;script-src'unsafe-inline'/",
  'https://a,b.com/',
  'https://*.example/',
  'https://a(b).example/',
  'https://a=b&c.example/',
])('%s names no server that is asked about', async (address) => {
  const { consent, questions, file } = setUp();
  expect(originOf(address)).toBeNull();
  expect(await consent.allowedOf('map', [address])).toEqual([]);
  await expect(consent.require('service', address)).rejects.toMatchObject(declined);
  expect(questions).toEqual([]);
  expect(file.stored).toBeNull();
});

test('no origin has a character that means something in a header', () => {
  const host = fc.string({
    unit: fc.constantFrom(...';,\'"*()=& \t\n%<>[]:@!$ab.-_1'.split('')),
    maxLength: 12,
  });
  fc.assert(
    fc.property(host, (text) => {
      const origin = originOf(`https://${text}`);
      expect(origin ?? 'https://a').toMatch(/^https:\/\/[\w.:[\]-]+$/);
    }),
  );
});

const requestWith = (signal = new AbortController().signal): FetchInit => ({
  method: 'POST',
  headers: {},
  signal,
  redirect: 'manual',
  cache: 'no-store',
  credentials: 'omit',
});

test('a request waits for the answer, and is sent only if it was allowed', async () => {
  const sent: string[] = [];
  const send: Fetch = (url) => {
    sent.push(url);
    return Promise.resolve(new Response());
  };
  const answer = Promise.withResolvers<boolean>();
  const { consent } = setUp({ ask: () => answer.promise });
  const fetchIt = fetchWithConsent(consent, send);
  const stop = new AbortController();
  const givenUp = fetchIt(`${service}/api/devices`, requestWith(stop.signal));
  stop.abort();
  await expect(givenUp).rejects.toThrow();
  const waiting = fetchIt(`${service}/api/users`, requestWith());
  answer.resolve(true);
  await waiting;
  expect(sent).toEqual([`${service}/api/users`]);

  const refusing = fetchWithConsent(setUp({ answers: [false] }).consent, send);
  await expect(refusing(`${service}/api/x`, requestWith())).rejects.toMatchObject(declined);
  expect(sent).toHaveLength(1);
});

test('what is sent only once is not sent to a host that was refused', async () => {
  const sent: string[] = [];
  const send: Fetch = (url) => {
    sent.push(url);
    return Promise.resolve(new Response());
  };
  const open = (answers: boolean[]) =>
    networkWithConsent(setUp({ answers }).consent, {
      fetch: send,
      sendOnce: (exchange) => exchange(send),
    });
  const create = (once: Fetch) => once(`${service}/api/groups`, requestWith());
  await expect(open([false]).sendOnce(create)).rejects.toMatchObject(declined);
  expect(sent).toEqual([]);
  await open([true]).sendOnce(create);
  expect(sent).toEqual([`${service}/api/groups`]);
});

const nobody = () => Promise.resolve([]);

test.each([
  'http://localhost',
  'http://LOCALHOST.',
  'http://tiles.localhost',
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0177.0.0.1',
  'http://127.255.255.254',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[64:ff9b::127.0.0.1]',
  'http://10.0.0.1',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.178.1',
  'http://100.64.0.1',
  'http://100.127.255.255',
  'http://[fc00::1]',
  'http://[fd12:3456::1]',
  'http://[::ffff:10.0.0.1]',
  'http://[64:ff9b::192.168.0.1]',
  'http://printer.local',
  'http://printer.LOCAL.',
  'http://router',
  'http://wiki.internal',
  'http://nas.home.arpa',
  'http://box.lan',
  // 6to4 of this computer.
  'http://[2002:7f00:1::]',
  'http://0.0.0.0',
  'http://[::]',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://[ff02::1]',
  'http://198.18.0.1',
])('%s is local', async (origin) => {
  expect(await nearnessOf(origin, nobody)).toBe('local');
});

test.each([
  'http://169.254.169.254',
  'http://[fe80::1]',
  'http://[fd00:ec2::254]',
  'http://[::ffff:169.254.169.254]',
  'http://100.100.100.200',
  'http://168.63.129.16',
  'http://metadata.google.internal',
  'http://metadata',
])('%s is link-local, or the metadata of a cloud', async (origin) => {
  expect(await nearnessOf(origin, nobody)).toBe('linkLocal');
});

test.each([
  'http://tiles.example.com',
  'http://172.32.0.1',
  'http://100.128.0.1',
  'http://11.0.0.1',
  'http://[2606:4700::1111]',
  'http://[64:ff9b::8.8.8.8]',
  'http://localhost.example.com',
  'http://10.0.0.1.example.com',
])('%s is public', async (origin) => {
  expect(await nearnessOf(origin, nobody)).toBe('public');
});

test.each([
  [['93.184.216.34'], 'public'],
  [['93.184.216.34', '10.0.0.1'], 'local'],
  [['::1'], 'local'],
  [['169.254.169.254'], 'linkLocal'],
  // Behind a proxy names cannot be resolved here.
  [[], 'public'],
])('a name that resolves to %j is %s', async (addresses, expected) => {
  expect(await nearnessOf('https://tiles.example.com', () => Promise.resolve(addresses))).toBe(
    expected,
  );
});

test('a style uses local hosts only if it comes from one itself', async () => {
  const named = ['https://93.184.216.34', 'https://192.168.0.1', 'https://localhost'];
  expect(await usableFrom('https://93.184.216.35', named)).toEqual(['https://93.184.216.34']);
  expect(await usableFrom('https://192.168.0.2', named)).toEqual(named);
  expect(await usableFrom('https://192.168.0.2', ['https://169.254.169.254'])).toEqual([]);
});
