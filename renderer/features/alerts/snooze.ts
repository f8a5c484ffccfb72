import { createStore } from 'zustand/vanilla';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { showFault } from '#lib/fault-toast';
import type { Format } from '#lib/format';
import { showToast } from '#lib/toasts';
import { snoozeMessages } from './snooze-messages';

/** When snoozed notifications resume, by device; the key "" is all devices. */
export const snoozes = createStore<Readonly<Record<string, number>>>(() => ({}));

export async function readSnoozes(): Promise<void> {
  const outcome = await api.alerts.snoozes();
  if (outcome.ok) snoozes.setState(outcome.value, true);
}

/** The device whose notifications are snoozed, or all devices. */
export type Snoozed = { deviceId: string; label: string } | 'all';

/** Snoozes notifications until a moment, or ends the snooze with null, and says so; Undo restores the snooze before. */
export async function snooze(
  snoozed: Snoozed,
  until: number | null,
  format: Pick<Format, 'moment'>,
): Promise<void> {
  const [deviceId, label] = snoozed === 'all' ? [null, null] : [snoozed.deviceId, snoozed.label];
  await readSnoozes();
  const before = snoozes.getState()[deviceId ?? ''] ?? null;
  const change = async (next: number | null) => {
    const outcome = await api.alerts.snooze({ deviceId, until: next });
    if (!outcome.ok) showFault(snoozeMessages.notChanged, outcome.fault);
    await readSnoozes();
    return outcome.ok;
  };
  if (!(await change(until))) return;
  showToast({
    tone: 'info',
    title:
      until === null ? snoozeMessages.ended(label) : snoozeMessages.started(label, until, format),
    action: {
      label: snoozeMessages.undo,
      run: () => void change(before !== null && before > clock.now() ? before : null),
    },
  });
}
