import { describe, expect, test } from 'vitest';
import { mayUse, nearnessOf, nearnessOfHost } from './nearness';

const hostOf = (address: string) => new URL(address).hostname;
const nobody = () => Promise.resolve([]);

describe('the nearness of a host', () => {
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
    'http://[2002:7f00:1::]',
  ])('%s is this computer', (address) => {
    expect(nearnessOfHost(hostOf(address))).toBe('here');
  });

  test.each([
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
  ])('%s is in the network', (address) => {
    expect(nearnessOfHost(hostOf(address))).toBe('network');
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
    'http://0.0.0.0',
    'http://[::]',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://[ff02::1]',
    'http://198.18.0.1',
  ])('%s is special', (address) => {
    expect(nearnessOfHost(hostOf(address))).toBe('special');
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
  ])('%s is public', (address) => {
    expect(nearnessOfHost(hostOf(address))).toBe('public');
  });

  test('counts the nearest of the addresses that a name resolves to', async () => {
    const to = (...addresses: string[]) =>
      nearnessOf('tiles.example.com', () => Promise.resolve(addresses));
    expect(await to('93.184.216.34')).toBe('public');
    expect(await to('93.184.216.34', '10.0.0.1')).toBe('network');
    expect(await to('::1', '10.0.0.1')).toBe('here');
    expect(await to('169.254.169.254')).toBe('special');
    // Behind a proxy names cannot be resolved here.
    expect(await to()).toBe('public');
    expect(await nearnessOf('localhost', nobody)).toBe('here');
  });
});

test('a style uses hosts that are no nearer than itself, and never a special one', () => {
  const all = ['public', 'network', 'here', 'special'] as const;
  const usable = (styleIs: (typeof all)[number]) => all.filter((host) => mayUse(styleIs, host));
  expect(usable('public')).toEqual(['public']);
  expect(usable('network')).toEqual(['public', 'network']);
  expect(usable('here')).toEqual(['public', 'network', 'here']);
  expect(usable('special')).toEqual(['public', 'network', 'here']);
});
