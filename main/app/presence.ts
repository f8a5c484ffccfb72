/** The part of Electron's `powerMonitor` that is used. */
export interface PresenceSignals {
  on(event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen', listener: () => void): unknown;
  getSystemIdleState(idleThreshold: number): string;
}

/** Whether somebody can see the window. */
export interface Presence {
  /** The window was shown or hidden. */
  windowChanged(): void;
}

const checkEveryMs = 60_000;
/** A check this late was not run because the computer slept. */
const sleptMs = 5 * checkEveryMs;

/**
 * Reports when the user leaves, because the window is hidden, the screen is locked or the computer
 * sleeps, and when they come back. Linux sends no event when the screen is locked, and a sleep is not
 * always announced, so both are checked as well.
 */
export function watchPresence(options: {
  signals: PresenceSignals;
  isWindowVisible: () => boolean;
  now: () => number;
  every: (delayMs: number, run: () => void) => unknown;
  left: (agoMs: number) => void;
  returned: () => void;
}): Presence {
  const { signals, now } = options;
  let isAsleep = false;
  let isLocked = false;
  let isPresent = true;
  let checkedAt = now();

  function check(agoMs = 0): void {
    const next = !isAsleep && !isLocked && options.isWindowVisible();
    if (next === isPresent) return;
    isPresent = next;
    if (next) options.returned();
    else options.left(agoMs);
  }

  const changed = (change: () => void) => () => {
    change();
    check();
  };
  signals.on(
    'suspend',
    changed(() => (isAsleep = true)),
  );
  signals.on(
    'resume',
    changed(() => (isAsleep = false)),
  );
  signals.on(
    'lock-screen',
    changed(() => (isLocked = true)),
  );
  signals.on(
    'unlock-screen',
    changed(() => (isLocked = false)),
  );
  options.every(checkEveryMs, () => {
    const late = now() - checkedAt;
    checkedAt = now();
    if (isPresent && late > sleptMs) {
      options.left(late);
      options.returned();
    }
    isLocked = signals.getSystemIdleState(3600) === 'locked';
    check();
  });
  return { windowChanged: () => check() };
}
