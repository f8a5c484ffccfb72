import { expect, test } from 'vitest';
import { nearnessOf, usableFrom } from './host-consent';

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
