import { execFile } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { Menu, nativeImage, Tray, type MenuItemConstructorOptions as Item } from 'electron';
import type { AppEvents } from '#main/account/account-services';
import type { Link } from '#shared/domain/link';
import type { Settings } from '#shared/domain/settings';
import type { Translate } from '#shared/i18n/translate';
import type { Waiting } from './waiting';

/** An open account, as the menu has it. */
export interface TrayAccount {
  /** null: it is the only one. */
  name: string | null;
  waiting: Waiting;
  /** How many of its devices move and are silent. */
  states: { moving: number; silent: number };
  /** Shows something in one of its windows. */
  open: (link: Link | null) => void;
}

interface TrayOptions {
  /** Of the app: `settings` and `language`. */
  events: EventEmitter<AppEvents>;
  settings: () => Pick<Settings, 'closeToTray'>;
  t: Translate;
  /** The folder of the icons. */
  icons: string;
  hasTray: () => Promise<boolean>;
  /** Those that are open and not locked. */
  accounts: () => TrayAccount[];
  openWindow: () => void;
  lockNow: () => void;
  quit: () => void;
}

export interface AppTray {
  /** What waits in the accounts changed. */
  update(): void;
  /** Whether Waypost runs on without its window: only while there is an icon that opens it again. */
  keepsRunning(): boolean;
  /** Whether there is an icon, as soon as that is known. */
  shows(): Promise<boolean>;
  remove(): void;
}

/** Positions change the counts at any time. */
const countEveryMs = 30_000;
const tryEveryMs = 5_000;
const mostTries = 12;

/** An icon in the notification area or menu bar while the settings say that closing the window keeps Waypost running. */
export function openTray(options: TrayOptions): AppTray {
  const { events, settings, t, hasTray, openWindow, lockNow, quit } = options;
  let tray: Tray | null = null;
  let waiting: Promise<void> | null = null;
  let isRemoved = false;
  let shown = '';
  let counting: NodeJS.Timeout | undefined;

  function draw(): void {
    if (!tray) return;
    const accounts = options.accounts();
    const counts = accounts.map((account) => rowsOf(account, t));
    const text = JSON.stringify([t('desktop.tray.open'), counts]);
    // A menu that is open closes when it is set.
    if (text === shown) return;
    shown = text;
    const line: Item = { type: 'separator' };
    tray.setToolTip(['Waypost', ...counts.flat().map(({ label }) => label)].join('\n'));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: t('desktop.tray.open'), click: openWindow },
        ...counts.flatMap((rows) => [line, ...rows]),
        line,
        ...(accounts.length === 0 ? [] : [{ label: t('command.does.lock'), click: lockNow }]),
        { label: t('desktop.menu.quit'), click: quit },
      ]),
    );
  }

  const isWanted = () => settings().closeToTray && !isRemoved;

  /** At login, the desktop may show icons later than it starts programs. */
  async function wait(): Promise<void> {
    for (let tries = 1; isWanted() && !(await hasTray()); tries += 1) {
      if (tries === mostTries) return;
      await new Promise((resolve) => void setTimeout(resolve, tryEveryMs));
    }
    // Turned off meanwhile.
    if (!isWanted()) return;
    tray = new Tray(iconIn(options.icons));
    tray.on('click', openWindow);
    counting = setInterval(draw, countEveryMs);
    shown = '';
    draw();
  }

  async function update(): Promise<boolean> {
    if (isWanted()) {
      if (!tray) await (waiting ??= wait().finally(() => (waiting = null)));
    } else {
      clearInterval(counting);
      tray?.destroy();
      tray = null;
    }
    return tray !== null;
  }

  events.on('settings', () => void update()).on('language', draw);
  void update();
  return {
    update: draw,
    keepsRunning: () => tray !== null,
    shows: update,
    remove: () => {
      isRemoved = true;
      void update();
    },
  };
}

function rowsOf({ name, waiting, states, open }: TrayAccount, t: Translate) {
  const openAlerts = () => open({ kind: 'page', id: 'alerts' });
  const openState = (id: keyof typeof states) => () => open({ kind: 'state', id });
  const { sos, alerts } = waiting;
  const rows: { label: string; enabled?: boolean; click?: () => void }[] = [
    ...(name === null ? [] : [{ label: name, enabled: false }]),
    ...(sos > 0 ? [{ label: t('desktop.badge', { count: sos }), click: openAlerts }] : []),
    ...(alerts > 0
      ? [{ label: t('desktop.tray.alerts', { count: alerts }), click: openAlerts }]
      : []),
    { label: t('desktop.tray.moving', { count: states.moving }), click: openState('moving') },
    { label: t('desktop.tray.silent', { count: states.silent }), click: openState('silent') },
  ];
  return rows;
}

function iconIn(folder: string) {
  // Menu bars of macOS take an outline and colour it.
  if (process.platform === 'darwin') return path.join(folder, 'trayTemplate.png');
  const icon = nativeImage.createFromPath(path.join(folder, '256x256.png'));
  return icon.resize({ width: 24, height: 24, quality: 'best' });
}

const askForHost =
  'call --session --timeout 2 --dest org.kde.StatusNotifierWatcher --object-path /StatusNotifierWatcher ' +
  '--method org.freedesktop.DBus.Properties.Get org.kde.StatusNotifierWatcher IsStatusNotifierHostRegistered';

/** Whether the desktop shows icons of programs. Those of Linux say so on the bus of the session. */
export async function hasTray(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    const { stdout } = await promisify(execFile)('gdbus', askForHost.split(' '), {
      timeout: 4_000,
    });
    return stdout.includes('true');
  } catch {
    return false;
  }
}
