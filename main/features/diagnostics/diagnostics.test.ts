import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { neverAsked } from '#shared/domain/known';
import { checks } from '#shared/ipc/diagnostics';
import { FaultError } from '#shared/fault';
import { says } from '../../../test/support/english';
import { Diagnostics, type DiagnosticsOptions } from './diagnostics';

const dayMs = 86_400_000;
const never = () => new Promise<never>(() => undefined);

const status = {
  callsLastMinute: 12,
  callRate: {
    inUse: 60,
    setting: 60,
    announced: neverAsked,
    isSlowed: false,
    refusedAt: null,
  },
  waitingCalls: 0,
};

/** A healthy computer with an account, with what a test changes. */
function diagnose(changes: Partial<DiagnosticsOptions> = {}) {
  const time = createFakeTime(1_000 * dayMs);
  const asked: string[] = [];
  const answer =
    <T>(name: string, value: T) =>
    () => {
      asked.push(name);
      return Promise.resolve(value);
    };
  const diagnostics = new Diagnostics({
    clock: time,
    platform: 'other',
    isOnline: () => true,
    profile: () => ({
      id: 'a',
      address: 'https://fleet.example.com',
      userName: 'ana',
      isDemo: false,
    }),
    refusal: () => null,
    status: () => ({ ...status, clockOffsetMs: 2_000 }),
    resolveHost: answer('dns', 2),
    resolveProxy: answer('proxy', 'DIRECT'),
    certificate: answer('certificate', {
      issuer: 'An authority',
      subject: 'fleet.example.com',
      expiresAt: time.now() + 90 * dayMs,
      verdict: 'OK',
    }),
    requestToken: answer('token', undefined),
    proveKeychain: () => Promise.resolve(),
    copy: () => ({ isOnDisk: true, bytes: 5_000_000, fault: null, isWhole: true }),
    freeBytes: () => Promise.resolve(50e9),
    hasGraphicsCard: () => true,
    processes: () => ({ count: 4, bytes: 400e6 }),
    programs: ['Waypost 1', 'Electron 2'],
    isOpen: () => true,
    ...changes,
  });
  return { check: diagnostics.check.bind(diagnostics), asked, time };
}

test('everything is fine, for one request to the service', async () => {
  const { check, asked } = diagnose();
  for (const each of checks) expect(await check({ check: each })).toMatchObject({ state: 'fine' });
  expect(asked.filter((name) => name === 'token')).toHaveLength(1);
});

test('what is found says what to do', async () => {
  const { check } = diagnose({
    resolveHost: () => Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')),
    certificate: () =>
      Promise.resolve({
        issuer: 'Proxy of a company',
        subject: 'fleet.example.com',
        expiresAt: 0,
        verdict: 'ERR_CERT_AUTHORITY_INVALID',
      }),
    requestToken: () => Promise.reject(new FaultError({ kind: 'unauthorized' })),
    proveKeychain: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
    status: () => ({ ...status, clockOffsetMs: -7_200_000 }),
    copy: () => ({ isOnDisk: true, bytes: 5_000_000, fault: null, isWhole: false }),
    freeBytes: () => Promise.resolve(20e6),
    hasGraphicsCard: () => false,
  });
  expect(await check({ check: 'dns' })).toMatchObject({
    state: 'broken',
    fault: { kind: 'offline', layer: 'dns' },
  });
  expect(await check({ check: 'certificate' })).toMatchObject({
    state: 'broken',
    fault: { layer: 'tls', problem: 'unknownAuthority' },
    named: 'fleet.example.com (Proxy of a company)',
  });
  expect(await check({ check: 'key' })).toMatchObject({ fault: { kind: 'unauthorized' } });
  expect(await check({ check: 'keychain' })).toMatchObject({ state: 'look' });
  expect(await check({ check: 'clock' })).toMatchObject({
    state: 'look',
    what: says('7,200 seconds apart'),
    todo: says('Set the clock'),
  });
  expect(await check({ check: 'cache' })).toMatchObject({ state: 'broken', todo: says('Restart') });
  expect(await check({ check: 'disk' })).toMatchObject({
    state: 'broken',
    todo: says('Make room'),
  });
  expect(await check({ check: 'graphics' })).toMatchObject({ state: 'look' });
});

test('a certificate that ends soon has to be renewed', async () => {
  const { check, time } = diagnose({
    certificate: () =>
      Promise.resolve({
        issuer: 'An authority',
        subject: 'fleet.example.com',
        expiresAt: time.now() + 3 * dayMs,
        verdict: 'OK',
      }),
  });
  expect(await check({ check: 'certificate' })).toMatchObject({
    state: 'look',
    what: says('valid for 3 more days'),
    todo: says('renewed'),
  });
});

test('offline, no check of the connection asks anything', async () => {
  const { check, asked } = diagnose({ isOnline: () => false });
  for (const each of ['dns', 'proxy', 'certificate', 'key'] as const) {
    expect(await check({ check: each })).toMatchObject({
      fault: { kind: 'offline', layer: 'network' },
    });
  }
  expect(asked).toEqual([]);
});

test('nothing is sent to an address that may not be contacted', async () => {
  const { check, asked } = diagnose({ refusal: () => ({ kind: 'notFound' }) });
  expect(await check({ check: 'address' })).toMatchObject({ state: 'broken' });
  for (const each of ['dns', 'proxy', 'certificate', 'key'] as const) {
    expect(await check({ check: each })).toMatchObject({ state: 'unknown' });
  }
  expect(asked).toEqual([]);
});

test('behind a proxy only the proxy has to know the name', async () => {
  const { check } = diagnose({
    resolveHost: () => Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')),
    resolveProxy: () => Promise.resolve('PROXY proxy.example.com:8080; DIRECT'),
  });
  expect(await check({ check: 'dns' })).toMatchObject({ state: 'fine' });
  expect(await check({ check: 'proxy' })).toMatchObject({
    state: 'fine',
    named: 'PROXY proxy.example.com:8080',
  });
});

test('a check that never answers ends without holding up another', async () => {
  const { check, time } = diagnose({ proveKeychain: never });
  const keychain = check({ check: 'keychain' });
  expect(await check({ check: 'disk' })).toMatchObject({ state: 'fine' });
  await time.pass(15_000);
  expect(await keychain).toMatchObject({ state: 'unknown', what: says('within 15 seconds') });
});

test('without an account the computer is checked', async () => {
  const { check, asked } = diagnose({ profile: () => null, isOpen: () => false });
  expect(await check({ check: 'key' })).toMatchObject({ state: 'unknown' });
  expect(await check({ check: 'dns' })).toMatchObject({ state: 'unknown' });
  expect(await check({ check: 'keychain' })).toMatchObject({ state: 'fine' });
  expect(asked).toEqual([]);
});

test('before an account is open, the way to the one used last is checked without its key', async () => {
  const { check, asked } = diagnose({ isOpen: () => false });
  for (const each of ['address', 'dns', 'proxy', 'certificate'] as const) {
    expect(await check({ check: each })).toMatchObject({ state: 'fine' });
  }
  for (const each of ['key', 'clock', 'rate', 'cache'] as const) {
    expect(await check({ check: each })).toMatchObject({ what: says('No account is open') });
  }
  expect(asked).not.toContain('token');
});
