import type { RefreshPause } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';

/** The part of Electron's `powerMonitor` that is used. */
export interface PowerSignals {
  on(event: 'suspend' | 'resume' | 'on-battery' | 'on-ac', listener: () => void): unknown;
  isOnBatteryPower(): boolean;
}

export type PauseSettings = Pick<
  Settings,
  | 'pauseOnBattery'
  | 'notifyAlerts'
  | 'notifyWarnings'
  | 'notifySilentHours'
  | 'notifyFrozenMinutes'
  | 'notifyBatteryBelow'
>;

/** Decides when last locations are not refreshed, because nobody would see them or to save power. */
export interface RefreshPauses {
  current(): RefreshPause;
  /** Something that it depends on may have changed. */
  check(): void;
}

export interface RefreshPauseOptions {
  power: PowerSignals;
  settings: () => PauseSettings;
  /** Whether a window is on the screen, not minimized or hidden. */
  isWindowVisible: () => boolean;
  onChanged: () => void;
}

export function createRefreshPauses(options: RefreshPauseOptions): RefreshPauses {
  const { power, settings } = options;
  let isAsleep = false;
  let last: RefreshPause = null;

  function current(): RefreshPause {
    if (isAsleep) return 'asleep';
    if (settings().pauseOnBattery && power.isOnBatteryPower()) return 'battery';
    return options.isWindowVisible() || notifiesOfDevices(settings()) ? null : 'hidden';
  }

  function check(): void {
    const next = current();
    if (next === last) return;
    last = next;
    options.onChanged();
  }

  const slept = (value: boolean) => () => {
    isAsleep = value;
    check();
  };
  power.on('suspend', slept(true));
  power.on('resume', slept(false));
  power.on('on-battery', check);
  power.on('on-ac', check);
  return { current, check };
}

/** Whether a notification could come from a last location. */
function notifiesOfDevices(settings: PauseSettings): boolean {
  return (
    settings.notifyAlerts !== 'off' ||
    settings.notifyWarnings ||
    settings.notifySilentHours !== null ||
    settings.notifyFrozenMinutes !== null ||
    settings.notifyBatteryBelow !== null
  );
}
