import type { DayStore } from '#main/features/history/day-store';
import type { Clock } from '#main/pace/clock';
import { yieldEvery } from '#main/pace/yield-every';
import { watchedMs } from '#shared/domain/alert';
import type { AskedDevices } from './asked-devices';

/** Reads from the stored days until when each device was asked for its alerts. */
export interface StoredAlertTimes {
  read(deviceId: string): void;
  /** Reads all devices in steps, and starts over if it is called again before. */
  readAll(onDone: () => void): void;
  close(): void;
}

export function createStoredAlertTimes(options: {
  clock: Clock;
  store: Pick<DayStore, 'coverage' | 'prepare'>;
  ids: () => readonly string[];
  asked: Pick<AskedDevices, 'set'>;
}): StoredAlertTimes {
  const { clock, store, asked } = options;
  /** A later reading of all devices replaces the one that runs. */
  let readings = 0;
  let cancel = (): void => undefined;

  function read(deviceId: string): void {
    const to = clock.now();
    const range = { from: to - watchedMs, to };
    const [first] = store.coverage('alerts', deviceId, range).missing;
    const until = first?.from ?? range.to;
    asked.set(deviceId, until > range.from ? until : null);
  }

  async function readEach(onDone: () => void): Promise<void> {
    const own = ++readings;
    const pause = yieldEvery();
    for (const _ of store.prepare()) {
      await pause();
      if (readings !== own) return;
    }
    for (const id of options.ids()) {
      read(id);
      await pause();
      if (readings !== own) return;
    }
    onDone();
  }

  return {
    read,
    readAll: (onDone) => {
      cancel();
      readings += 1;
      cancel = clock.after(0, () => void readEach(onDone));
    },
    close: () => {
      cancel();
      readings += 1;
    },
  };
}
