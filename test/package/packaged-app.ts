import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { removeFolder } from '../support/folders';

const root = path.resolve(import.meta.dirname, '..', '..');
const isRoot = process.getuid?.() === 0;
const unpacked = {
  darwin: 'mac/Waypost.app/Contents/MacOS/Waypost',
  win32: 'win-unpacked/Waypost.exe',
};

/** The program built by `buildPackage`. */
export const packagedBinary = path.join(
  root,
  'out/package-test',
  (unpacked as Record<string, string>)[process.platform] ?? 'linux-unpacked/waypost',
);

/** An unprivileged user of this machine, for starting the app. */
export const ordinaryUser = { uid: 65534, gid: 65534 };

export interface PackagedOptions {
  binary?: string;
  profile: string;
  /** Uses `profile` as the home folder, so that the app finds its profile folder itself. */
  isHome?: boolean;
  switches?: readonly string[];
  env?: Record<string, string>;
  /** Runs as an unprivileged user with Chromium's real sandbox, also when the tests run as root. */
  ordinary?: boolean;
}

/** A running packaged Waypost, observed from outside: its main process is not accessible. */
export interface PackagedApp {
  page: Page;
  cdp: CDPSession;
  child: ChildProcess;
  /** Its standard output and error. */
  output: () => string;
  /** The addresses in its windows. */
  windows: () => Promise<string[]>;
  /** Ids of all its processes. */
  pids: () => number[];
  close: () => Promise<void>;
}

/** A temporary folder that belongs to the unprivileged user if required. */
export function newFolder(options: { ordinary?: boolean } = {}): {
  folder: string;
  remove: () => void;
} {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-packaged-'));
  if (options.ordinary && isRoot) chownSync(folder, ordinaryUser.uid, ordinaryUser.gid);
  return { folder, remove: () => removeFolder(folder) };
}

/**
 * The profile of a user who allowed these hosts earlier. The question is a dialog of the system, which
 * these tests cannot answer; test/e2e/new-hosts.test.ts does.
 */
export function allowHosts(
  profile: string,
  { services = [], maps = [] }: { services?: readonly string[]; maps?: readonly string[] },
): void {
  mkdirSync(profile, { recursive: true });
  writeFileSync(path.join(profile, 'allowed-hosts.json'), JSON.stringify({ services, maps }));
}

/** A copy of the packaged app that every user of this machine can read; returns its program. */
export function copyOfPackage(folder: string): string {
  const target = path.join(folder, 'app');
  cpSync(path.dirname(packagedBinary), target, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o755);
  return path.join(target, path.basename(packagedBinary));
}

/** Starts a program of the package; resolves to the running child without waiting for a window. */
export function spawnPackaged(options: PackagedOptions): {
  child: ChildProcess;
  output: () => string;
} {
  const binary = options.binary ?? packagedBinary;
  const args = [
    ...(isRoot && !options.ordinary ? ['--no-sandbox'] : []),
    '--enable-unsafe-swiftshader',
    ...(options.isHome ? [] : [`--user-data-dir=${options.profile}`]),
    ...(options.switches ?? []),
  ];
  const env = { ...(process.env as Record<string, string>), ...options.env };
  for (const name of ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS']) {
    if (!(name in (options.env ?? {}))) delete env[name];
  }
  if (options.isHome || options.ordinary) {
    env['HOME'] = options.profile;
    for (const name of ['CONFIG', 'CACHE', 'DATA', 'STATE']) delete env[`XDG_${name}_HOME`];
  }
  if (options.ordinary && isRoot) {
    env['XDG_RUNTIME_DIR'] = path.join(options.profile, 'run');
    mkdirSync(env['XDG_RUNTIME_DIR'], { recursive: true, mode: 0o700 });
    chownSync(env['XDG_RUNTIME_DIR'], ordinaryUser.uid, ordinaryUser.gid);
    // The bus of the tests belongs to root and refuses others.
    env['DBUS_SESSION_BUS_ADDRESS'] = 'disabled:';
  }
  const child = spawn(binary, args, {
    cwd: os.tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.ordinary && isRoot ? ordinaryUser : {}),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return { child, output: () => text };
}

async function until<T>(
  what: string,
  find: () => T | null | undefined | Promise<T | null | undefined>,
) {
  const endsAt = Date.now() + 60_000;
  while (Date.now() < endsAt) {
    const found = await find();
    if (found !== null && found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`${what} did not come within a minute`);
}

/** The addresses in the app's windows, as Chromium reports them. */
async function windowsAt(port: string): Promise<string[]> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/json`);
    const targets = (await answer.json()) as { type: string; url: string }[];
    return targets.filter(({ type }) => type === 'page').map(({ url }) => url);
  } catch {
    return [];
  }
}

/** Starts the packaged app and connects to its window over the debugging port of Chromium. */
export async function launchPackaged(options: PackagedOptions): Promise<PackagedApp> {
  const { child, output } = spawnPackaged({
    ...options,
    switches: ['--remote-debugging-port=0', ...(options.switches ?? [])],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let browser: Browser | null = null;
  const close = async () => {
    await browser?.close().catch(() => undefined);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(timer);
    }
  };
  try {
    const port = await until('the debugging port', () => {
      if (child.exitCode !== null)
        throw new Error(`the app ended with ${child.exitCode}:\n${output()}`);
      return /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(output())?.[1];
    });
    // Connecting before there is a page hangs.
    await until('the window', async () =>
      (await windowsAt(port)).find((url) => url.startsWith('app://')),
    );
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = await until('the page', () =>
      browser!
        .contexts()
        .flatMap((context) => context.pages())
        .find((each) => each.url().startsWith('app://')),
    );
    const cdp = await page.context().newCDPSession(page);
    return {
      page,
      cdp,
      child,
      output,
      windows: () => windowsAt(port),
      pids: () => processTree(child.pid!),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A process and all its descendants (Linux); any of its threads may have started them. */
export function processTree(pid: number): number[] {
  const children: number[] = [];
  try {
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const text = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8');
      children.push(...text.trim().split(' ').filter(Boolean).map(Number));
    }
  } catch {
    // The process has ended.
  }
  return [pid, ...children.flatMap(processTree)];
}
