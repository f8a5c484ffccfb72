import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { Translate } from '../../shared/i18n/translate';
import type { WaypostClient } from '../../shared/ipc/contract';
import { t as inEnglish } from './english';
import { removeFolder } from './folders';

const root = path.resolve(import.meta.dirname, '..', '..');

declare global {
  interface Window {
    waypost: WaypostClient;
  }
}

/** A running Waypost with its own profile folder. */
export interface App {
  electron: ElectronApplication;
  page: Page;
  /** Errors that the window wrote to its console. */
  errors: string[];
  close(): Promise<void>;
  /** Kills the process without clean-up, like a power cut. */
  kill(): Promise<void>;
}

/** A temporary profile folder, shared by the restarts of one test. */
export function newProfile(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-profile-'));
  return { folder, remove: () => removeFolder(folder) };
}

export interface LaunchOptions {
  profile: string;
  switches?: readonly string[];
  /** Files that the app is started with, as "Open with" does. */
  files?: readonly string[];
  /** Variables of the environment; undefined: unset. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Without a session bus there is no keychain. */
  keychain?: boolean;
  /** What the user answers when Waypost asks about a new host; true by default. */
  allowsHosts?: boolean;
}

/** Electron's switches on this machine: from our scripts, or defaults for a run without them. */
function switchesHere(): string[] {
  const found = process.env['WAYPOST_ELECTRON_SWITCHES'];
  if (found !== undefined) return found.split(' ').filter(Boolean);
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--enable-unsafe-swiftshader'];
}

/** Starts the built app on the display of the test run, and does not wait for a window. */
export function launchHidden(options: LaunchOptions): Promise<ElectronApplication> {
  const given = Object.entries({ ...process.env, ...options.env });
  const env = Object.fromEntries(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  if (options.keychain === false) env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent';
  delete env.ELECTRON_RUN_AS_NODE;
  if (options.allowsHosts === false) env.WAYPOST_TEST_REFUSES_HOSTS = '1';
  return _electron.launch({
    cwd: root,
    env,
    args: [
      ...switchesHere(),
      `--user-data-dir=${options.profile}`,
      ...(options.switches ?? []),
      '-r',
      path.join(import.meta.dirname, 'host-answers.cjs'),
      root,
      ...(options.files ?? []),
    ],
  });
}

/** Starts the built app and waits for its window. */
export async function launch(options: LaunchOptions): Promise<App> {
  const electron = await launchHidden(options);
  const page = await electron.firstWindow();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    electron,
    page,
    errors,
    close: async () => {
      // Confirms leaving unsaved work.
      await electron
        .evaluate(({ dialog }) => {
          dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
        })
        .catch(() => undefined);
      await electron.close();
    },
    kill: async () => {
      const child = electron.process();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The native questions about new hosts that this app has shown. */
export function hostQuestions({
  electron,
}: App): Promise<{ message: string; detail: string; defaultId: number }[]> {
  return electron.evaluate(
    () =>
      (
        globalThis as unknown as {
          waypostHostQuestions: { message: string; detail: string; defaultId: number }[];
        }
      ).waypostHostQuestions,
  );
}

/**
 * Starts Waypost again on the same profile, like a second click on its icon, optionally with
 * `files`, which may be relative to `folder`. Resolves to how that start ends.
 */
export async function startAgain(
  app: Pick<App, 'electron'>,
  profile: string,
  { files = [], folder = root }: { files?: readonly string[]; folder?: string } = {},
): Promise<number | null> {
  const env = { ...process.env };
  delete env['ELECTRON_RUN_AS_NODE'];
  const args = [...switchesHere(), `--user-data-dir=${profile}`, root, ...files];
  const program = app.electron.process().spawnfile;
  const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Fills in the connect screen and presses Connect. */
export async function connect(
  page: Page,
  account: { url: string; userName: string; apiKey: string },
  t: Translate = inEnglish,
): Promise<void> {
  await page.getByRole('textbox', { name: t('session.address') }).fill(account.url);
  await page.getByRole('textbox', { name: t('session.userName') }).fill(account.userName);
  await page.getByRole('textbox', { name: t('session.key') }).fill(account.apiKey);
  await page.getByRole('button', { name: t('session.connect'), exact: true }).click();
}

/** Every file below a folder, as bytes. */
export function filesBelow(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      try {
        return [{ name: path.relative(folder, file), bytes: readFileSync(file) }];
      } catch (error) {
        // Chromium renames its files while it runs.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    });
}

/** So that the limit of calls does not delay a test that is about something else. */
export async function allowCalls(page: Page, callsPerMinute = 1200): Promise<void> {
  await page.evaluate(async (rate) => {
    await window.waypost.settings.change({ callsPerMinute: rate });
  }, callsPerMinute);
}
