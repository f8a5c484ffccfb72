import { powerMonitor, type InputEvent } from 'electron';
import type { Account } from '../account/account';
import type { SettingsStore } from '../features/settings/settings';
import { systemClock } from '../pace/clock';
import { restForKey } from '../pace/turn-queue';
import { watchPresence } from './presence';
import { createRefreshPauses, type RefreshPauses } from './refresh-pause';

interface Attendance {
  /** Why the refresh in the background rests; null: it does not. */
  refreshPause: RefreshPauses['current'];
  /** A setting changed that the pause depends on. */
  check: () => void;
  /** The window was shown or hidden. */
  windowChanged: () => void;
  /** The user does something in the window. */
  input: (event: Pick<InputEvent, 'type'>) => void;
  /** When the user typed last. */
  typedAt: () => number;
}

/** Tells the open account when nobody looks at the window, when the user types, leaves and returns. */
export function watchAttendance(options: {
  settings: SettingsStore['current'];
  isWindowVisible: () => boolean;
  /** The open account; null if none is open. */
  account: () => Account | null;
}): Attendance {
  const { settings, isWindowVisible, account } = options;
  const pauses = createRefreshPauses({
    power: powerMonitor,
    settings,
    isWindowVisible,
    onChanged: () => account()?.pauseChanged(),
  });
  const presence = watchPresence({
    signals: powerMonitor,
    isWindowVisible,
    now: systemClock.now,
    every: (delayMs, run) => setInterval(run, delayMs),
    left: (agoMs) => account()?.handover.left(agoMs),
    returned: () => account()?.handover.returned(),
  });
  let typedAt = Number.NEGATIVE_INFINITY;
  return {
    refreshPause: pauses.current,
    check: pauses.check,
    windowChanged: () => {
      pauses.check();
      presence.windowChanged();
    },
    input: ({ type }) => {
      if (type !== 'rawKeyDown' && type !== 'keyDown') return;
      typedAt = systemClock.now();
      restForKey();
    },
    typedAt: () => typedAt,
  };
}
