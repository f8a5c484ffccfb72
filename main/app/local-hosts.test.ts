import { expect, test } from 'vitest';
import { isLocal, usableFrom } from './local-hosts';

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
  // Link-local, with the metadata of clouds.
  'http://169.254.169.254',
  'http://[fe80::1]',
  'http://[fd00:ec2::254]',
  'http://[::ffff:169.254.169.254]',
  'http://100.100.100.200',
  'http://168.63.129.16',
  'http://metadata.google.internal',
  'http://metadata',
  'http://0.0.0.0',
  'http://[::]',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://[ff02::1]',
  'http://198.18.0.1',
])('%s is local', async (origin) => {
  expect(await isLocal(origin, nobody)).toBe(true);
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
  expect(await isLocal(origin, nobody)).toBe(false);
});

test.each([
  [['93.184.216.34'], false],
  [['93.184.216.34', '10.0.0.1'], true],
  [['::1'], true],
  [['169.254.169.254'], true],
  // Behind a proxy names cannot be resolved here.
  [[], false],
])('a name that resolves to %j: local is %s', async (addresses, expected) => {
  expect(await isLocal('https://tiles.example.com', () => Promise.resolve(addresses))).toBe(
    expected,
  );
});

test('a style uses local hosts only if it comes from one itself', async () => {
  const named = ['https://93.184.216.34', 'https://192.168.0.1', 'https://localhost'];
  expect(await usableFrom('https://93.184.216.35', named)).toEqual(['https://93.184.216.34']);
  expect(await usableFrom('https://192.168.0.2', named)).toEqual(named);
});
