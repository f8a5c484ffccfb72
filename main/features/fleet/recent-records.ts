import type { ListedDevice } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';

/** Records put one by one: an older list does not contain them yet. */
export interface RecentRecords {
  add(device: ListedDevice): void;
  /** The list with these records in place of its own; the same array if there are none. */
  over(devices: readonly ListedDevice[]): readonly ListedDevice[];
  /** Those added since the last call. */
  takeWaiting(): ListedDevice[];
  /** A list that was requested then contains the earlier ones. */
  forgetBefore(at: number): void;
}

export function createRecentRecords(clock: Pick<Clock, 'now'>): RecentRecords {
  const recent = new Map<string, { device: ListedDevice; at: number }>();
  let waiting: ListedDevice[] = [];
  return {
    add: (device) => {
      recent.set(device.record.id, { device, at: clock.now() });
      waiting.push(device);
    },
    over: (devices) =>
      recent.size === 0
        ? devices
        : devices.map((device) => recent.get(device.record.id)?.device ?? device),
    takeWaiting: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    forgetBefore: (moment) => {
      for (const [id, { at }] of recent) if (at < moment) recent.delete(id);
    },
  };
}
