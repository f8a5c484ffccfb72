import type { Settings } from '#shared/domain/settings';

/** The part of Electron's `powerMonitor` that is used. */
export interface LockSignals {
  on(event: 'lock-screen' | 'suspend', listener: () => void): unknown;
  /** Seconds since the last input of the user. */
  getSystemIdleTime(): number;
  getSystemIdleState(idleThreshold: number): string;
}

const checkEveryMs = 10_000;

/**
 * Locks the offline copy when the screen is locked, the computer goes to sleep or nobody uses it, as the
 * settings say. Linux sends no event when the screen is locked, so its state is asked for as well.
 */
export function startAutoLock(options: {
  signals: LockSignals;
  settings: () => Pick<Settings, 'lockOnScreenLock' | 'lockAfterIdleMinutes'>;
  lock: () => void;
  every: (delayMs: number, run: () => void) => unknown;
}): void {
  const { signals, settings, lock } = options;
  const locked = () => {
    if (settings().lockOnScreenLock) lock();
  };
  signals.on('lock-screen', locked);
  signals.on('suspend', locked);
  options.every(checkEveryMs, () => {
    const { lockOnScreenLock, lockAfterIdleMinutes } = settings();
    const isIdle =
      lockAfterIdleMinutes !== null && signals.getSystemIdleTime() >= lockAfterIdleMinutes * 60;
    // The threshold counts for "idle" only, which is not asked for here.
    if (isIdle || (lockOnScreenLock && signals.getSystemIdleState(3600) === 'locked')) lock();
  });
}
