import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { app, net, session as electronSession } from 'electron';
import type { HandlersOf } from '#shared/ipc/contract';
import { Diagnostics, type Certificate } from '../features/diagnostics/diagnostics';
import {
  createSupportBundle,
  type SupportBundleOptions,
} from '../features/diagnostics/support-bundle';
import { receivedItems } from '../features/records/cached-list';
import { addressFault } from '../session/open-account';
import { systemClock } from '../pace/clock';
import { platformName } from './computer';
import { endOfLog } from './log';
import { runningProcesses } from './processes';
import type { SessionFeature } from '../session/session';
import type { Services } from './services';
import type { Workspace } from './workspaces';

/** Connects the checks and the support file to Electron, the system and the open account. */
export function openDiagnostics(
  services: Pick<Services, 'consent' | 'keychain' | 'userData'>,
  { session, settings }: Pick<Workspace, 'session' | 'settings'>,
  saving: Pick<SupportBundleOptions, 'pickSaveFile' | 'written' | 'temporaryFiles'>,
): HandlersOf<'diagnostics'> {
  const checks = openChecks(services, session);
  const { userData } = services;
  const bundle = createSupportBundle({
    ...saving,
    settings: settings.current,
    log: () => endOfLog(path.join(userData, 'logs')),
    names: () => [
      ...namesOfComputer(),
      ...session
        .known()
        .flatMap(({ address, userName }) => [userName, URL.parse(address)?.host ?? address]),
    ],
    account: () => {
      const account = session.openAccount();
      const current = session.current();
      if (!account || current.phase !== 'open') return null;
      const groups = receivedItems(account.groups.current()) ?? [];
      const users = receivedItems(account.users.current()) ?? [];
      return {
        profile: current.profile,
        status: account.status(),
        learned: account.learned(),
        columns: account.fleet.columns(),
        names: [...groups, ...users].flatMap(({ id, name }) => [id, name ?? '']),
        now: account.now(),
      };
    },
    withoutKey: (text) => session.withoutKey(text),
  });
  return {
    check: (input) => checks.check(input),
    processes: runningProcesses,
    requests: () => session.openAccount()?.requests() ?? [],
    learned: () => session.openAccount()?.learned() ?? null,
    ...bundle,
  };
}

/** Paths in the log may say who uses this computer. */
function namesOfComputer(): string[] {
  const home = os.homedir();
  return [home, home.replaceAll('\\', '/'), os.userInfo().username, os.hostname()];
}

function openChecks(
  { consent, keychain, userData }: Pick<Services, 'consent' | 'keychain' | 'userData'>,
  session: SessionFeature,
): Diagnostics {
  return new Diagnostics({
    clock: systemClock,
    platform: platformName(),
    isOnline: () => net.isOnline(),
    profile: () => {
      const current = session.current();
      return current.phase === 'none' ? current.last : current.profile;
    },
    isOpen: () => session.openAccount() !== null,
    refusal: (profile) => addressFault(profile) ?? consent.refusal('service', profile.address),
    status: () => session.status(),
    resolveHost: async (host) => (await net.resolveHost(host)).endpoints.length,
    resolveProxy: (url) => electronSession.defaultSession.resolveProxy(url),
    certificate: presentedCertificate,
    requestToken: () => session.checkKey(),
    // An entry that is not there makes the keychain prove that it stores one.
    proveKeychain: async () => void (await keychain.get('diagnostics')),
    copy: () => copyState(session.copy()),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(userData);
      return bavail * bsize;
    },
    hasGraphicsCard: () => app.getGPUFeatureStatus().webgl === 'enabled',
    processes: () => {
      const all = runningProcesses();
      return { count: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    programs: Object.entries({
      Waypost: app.getVersion(),
      Electron: process.versions.electron,
      Chromium: process.versions.chrome,
      'Node.js': process.versions.node,
      [os.type()]: `${process.getSystemVersion()} ${process.arch}`,
    }).map((program) => program.join(' ')),
  });
}

/**
 * The certificate that answers at an address, with the verdict of Chromium, also through a proxy. The connection is
 * refused as soon as it is known, so that no request is sent.
 */
function presentedCertificate(url: string): Promise<Certificate> {
  // A session of its own: Chromium remembers what was verified in one.
  const session = electronSession.fromPartition(`certificate-${randomUUID()}`, { cache: false });
  return new Promise((resolve, reject) => {
    session.setCertificateVerifyProc(({ certificate, verificationResult }, decide) => {
      resolve({
        issuer: certificate.issuerName,
        subject: certificate.subjectName,
        expiresAt: certificate.validExpiry * 1000,
        verdict: verificationResult.replace(/^net::/, ''),
      });
      decide(-2);
    });
    const request = net.request({ url, method: 'HEAD', session, credentials: 'omit' });
    request.on('error', reject);
    // Only without a certificate.
    request.on('response', () => request.abort());
    request.end();
  });
}

/** Reading a larger file would keep the thread of main busy. */
const largestReadBytes = 32_000_000;

function copyState({ files, fault, isWhole }: ReturnType<SessionFeature['copy']>) {
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    isOnDisk: files.length > 0,
    bytes,
    fault,
    isWhole: bytes > largestReadBytes ? null : isWhole(),
  };
}
