import { powerMonitor } from 'electron';
import type { Account } from '../account/account';
import type { SettingsStore } from '../features/settings/settings';
import { systemClock } from '../pace/clock';
import { watchPresence } from './presence';
import { createRefreshPauses, type RefreshPauses } from './refresh-pause';

interface Attendance {
  /** Why the refresh in the background rests; null: it does not. */
  refreshPause: RefreshPauses['current'];
  /** A setting changed that the pause depends on. */
  check: () => void;
  /** The window was shown or hidden. */
  windowChanged: () => void;
}

/** Tells the open account when nobody looks at the window, when the user leaves and returns. */
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
  return {
    refreshPause: pauses.current,
    check: pauses.check,
    windowChanged: () => {
      pauses.check();
      presence.windowChanged();
    },
  };
}
