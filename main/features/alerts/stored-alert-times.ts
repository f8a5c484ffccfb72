import type { DayStore } from '#main/features/history/day-store';
import type { Clock } from '#main/pace/clock';
import { inTurns } from '#main/pace/turns';
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
  let end = (): void => undefined;

  function read(deviceId: string): void {
    const to = clock.now();
    const range = { from: to - watchedMs, to };
    const [first] = store.coverage('alerts', deviceId, range).missing;
    const until = first?.from ?? range.to;
    asked.set(deviceId, until > range.from ? until : null);
  }

  function* steps(): Iterable<string | void> {
    yield* store.prepare();
    yield* options.ids();
  }

  return {
    read,
    readAll: (onDone) => {
      end();
      const step = (id: string | void) => id !== undefined && read(id);
      end = clock.after(0, () => {
        end = inTurns(clock, steps(), step, onDone);
      });
    },
    close: () => end(),
  };
}
