import { EventEmitter } from 'node:events';
import type { RefreshPause } from '#shared/domain/session';
import type { Settings } from '#shared/domain/settings';

/** The part of Electron's `powerMonitor` that is used. */
interface PowerSignals {
  on(event: PowerEvent, listener: () => void): unknown;
  isOnBatteryPower(): boolean;
  /** Seconds since the last input of the user. */
  getSystemIdleTime(): number;
  getSystemIdleState(idleThreshold: number): string;
}

type PowerEvent = 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'on-battery' | 'on-ac';

export type PresenceSettings = Pick<
  Settings,
  | 'pauseOnBattery'
  | 'lockOnScreenLock'
  | 'lockAfterIdleMinutes'
  | 'notifyAlerts'
  | 'notifyWarnings'
  | 'notifySilentHours'
  | 'notifyFrozenMinutes'
  | 'notifyBatteryBelow'
>;

interface PresenceOptions {
  power: PowerSignals;
  settings: () => PresenceSettings;
  /** Whether the window is on the screen, not minimized or hidden. */
  isWindowVisible: () => boolean;
  now: () => number;
  every: (delayMs: number, run: () => void) => unknown;
}

interface PresenceEvents {
  /** `refreshPause` changed. */
  pause: [];
  /** The user left, so many milliseconds ago: the window is hidden, the screen locked or the computer asleep. */
  left: [number];
  returned: [];
  /** The computer woke up. */
  woke: [];
  /** The settings say that the offline copy is to be locked now. */
  lock: [];
}

const checkEveryMs = 10_000;
/** A check this late was not run because the computer slept. */
const sleptMs = 5 * 60_000;
/** The threshold counts for "idle" only, which is not asked for here. */
const idleThresholdSeconds = 3_600;

/**
 * Whether somebody looks at the window: it is visible, the screen is not locked, the computer is awake. Decides
 * when the refresh rests and when the offline copy is locked. Linux sends no event when the screen is locked, and
 * a sleep is not always announced, so both are checked as well.
 */
export class Presence extends EventEmitter<PresenceEvents> {
  readonly #options: PresenceOptions;
  #isAsleep = false;
  #isScreenLocked = false;
  #isPresent = true;
  #pause: RefreshPause = null;
  #checkedAt: number;

  constructor(options: PresenceOptions) {
    super();
    this.#options = options;
    const { power } = options;
    this.#checkedAt = options.now();
    power.on('suspend', () => {
      this.#isAsleep = true;
      this.#lockIfWanted();
      this.check();
    });
    power.on('resume', () => {
      this.#isAsleep = false;
      this.check();
      this.emit('woke');
    });
    power.on('lock-screen', () => {
      this.#isScreenLocked = true;
      this.#lockIfWanted();
      this.check();
    });
    power.on('unlock-screen', () => {
      this.#isScreenLocked = false;
      this.check();
    });
    power.on('on-battery', () => this.check());
    power.on('on-ac', () => this.check());
    options.every(checkEveryMs, () => this.#checkWithoutEvent());
  }

  /** Why last locations are not refreshed: nobody would see them, or to save power. `isVisible`: their windows. */
  refreshPause(isVisible = this.#options.isWindowVisible()): RefreshPause {
    const { power, settings } = this.#options;
    if (this.#isAsleep) return 'asleep';
    if (settings().pauseOnBattery && power.isOnBatteryPower()) return 'battery';
    return isVisible || notifiesOfDevices(settings()) ? null : 'hidden';
  }

  /** The window was shown or hidden, or a setting changed. */
  check(): void {
    const pause = this.refreshPause();
    if (pause !== this.#pause) {
      this.#pause = pause;
      this.emit('pause');
    }
    const isPresent = !this.#isAsleep && !this.#isScreenLocked && this.#options.isWindowVisible();
    if (isPresent === this.#isPresent) return;
    this.#isPresent = isPresent;
    if (!isPresent) {
      this.emit('left', 0);
      return;
    }
    // A sleep within the absence is not another one.
    this.#checkedAt = this.#options.now();
    this.emit('returned');
  }

  #checkWithoutEvent(): void {
    const { power, settings, now } = this.#options;
    const lateMs = now() - this.#checkedAt;
    this.#checkedAt = now();
    if (this.#isPresent && lateMs > sleptMs) {
      this.emit('left', lateMs);
      this.emit('returned');
    }
    this.#isScreenLocked = power.getSystemIdleState(idleThresholdSeconds) === 'locked';
    if (this.#isScreenLocked) this.#lockIfWanted();
    const { lockAfterIdleMinutes } = settings();
    const isIdle =
      lockAfterIdleMinutes !== null && power.getSystemIdleTime() >= lockAfterIdleMinutes * 60;
    if (isIdle) this.emit('lock');
    this.check();
  }

  #lockIfWanted(): void {
    if (this.#options.settings().lockOnScreenLock) this.emit('lock');
  }
}

/** Whether a notification could come from a last location. */
function notifiesOfDevices(settings: PresenceSettings): boolean {
  return (
    settings.notifyAlerts !== 'off' ||
    settings.notifyWarnings ||
    settings.notifySilentHours !== null ||
    settings.notifyFrozenMinutes !== null ||
    settings.notifyBatteryBelow !== null
  );
}
