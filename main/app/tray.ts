import { execFile } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { Menu, nativeImage, Tray, type MenuItemConstructorOptions as Item } from 'electron';
import type { AppEvents } from '#main/account/account-services';
import type { AlertOverview } from '#shared/domain/alert';
import type { Settings } from '#shared/domain/settings';
import type { Translate } from '#shared/i18n/translate';

interface TrayOptions {
  events: EventEmitter<AppEvents>;
  settings: () => Pick<Settings, 'closeToTray'>;
  t: Translate;
  /** The folder of the icons. */
  icons: string;
  hasTray: () => Promise<boolean>;
  /** How many devices of the open account move and are silent; null: none is open. */
  countStates: () => { moving: number; silent: number } | null;
  openWindow: () => void;
  openAlerts: () => void;
  lockNow: () => void;
  quit: () => void;
}

export interface AppTray {
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
  const { events, settings, t, hasTray, openWindow, openAlerts, lockNow, quit } = options;
  let tray: Tray | null = null;
  let waiting: Promise<void> | null = null;
  let isRemoved = false;
  let shown = '';
  let counting: NodeJS.Timeout | undefined;
  let account: string | null = null;
  let overview: AlertOverview | null = null;

  function draw(): void {
    if (!tray) return;
    const sos = overview?.urgent.filter(({ severity }) => severity === 'sos').length ?? 0;
    const alerts = overview?.unacknowledged ?? 0;
    const states = options.countStates();
    const counts: { label: string; click: () => void }[] = [
      ...(sos > 0 ? [{ label: t('desktop.badge', { count: sos }), click: openAlerts }] : []),
      ...(alerts > 0
        ? [{ label: t('desktop.tray.alerts', { count: alerts }), click: openAlerts }]
        : []),
      ...(states ? [{ label: t('desktop.tray.states', states), click: openWindow }] : []),
    ];
    const text = JSON.stringify([account, t('desktop.tray.open'), counts]);
    // A menu that is open closes when it is set.
    if (text === shown) return;
    shown = text;
    const line: Item = { type: 'separator' };
    tray.setToolTip(['Waypost', ...counts.map(({ label }) => label)].join('\n'));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: t('desktop.tray.open'), click: openWindow },
        ...(counts.length > 0 ? [line] : []),
        ...counts,
        line,
        ...(account === null ? [] : [{ label: t('command.does.lock'), click: lockNow }]),
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

  events
    .on('settings', () => void update())
    .on('language', draw)
    .on('alertOverview', (next) => {
      overview = next;
      draw();
    })
    .on('session', (session) => {
      const id = session.phase === 'open' ? session.profile.id : null;
      if (id === account) return;
      account = id;
      overview = null;
      draw();
    });
  void update();
  return {
    keepsRunning: () => tray !== null,
    shows: update,
    remove: () => {
      isRemoved = true;
      void update();
    },
  };
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
