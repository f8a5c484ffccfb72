import { allDevices, callsForHelp } from '#shared/domain/alert-rules';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { showFault } from '#lib/fault-toast';
import type { Format } from '#lib/format';
import { showToast } from '#lib/toasts';
import { texts } from './alerts-texts';
import { snoozeMessages } from './snooze-messages';

/** When snoozed notifications resume, by device, and by `allDevices` and `callsForHelp`. */
export const snoozes = createAccountStore<Readonly<Record<string, number>>>({});

export async function readSnoozes(): Promise<void> {
  const outcome = await inAccount(api.alerts.snoozes());
  if (outcome?.ok) snoozes.setState(outcome.value, true);
}
onAccountOpened(() => void readSnoozes());

/** The device whose notifications are snoozed, or all devices, with or without their calls for help. */
export type Snoozed = { deviceId: string; label: string } | 'all' | 'allWithCallsForHelp';

/** The hours that are offered. */
export const snoozeLengths = [
  [1, texts.snooze1Hour],
  [4, texts.snooze4Hours],
  [24, texts.snooze1Day],
] as const;

/** Snoozes notifications until a moment, or ends the snooze with null, and says so; Undo restores the snooze before. */
export async function snooze(
  snoozed: Snoozed,
  until: number | null,
  format: Pick<Format, 'moment'>,
): Promise<void> {
  const [deviceId, label] =
    typeof snoozed === 'string' ? [null, null] : [snoozed.deviceId, snoozed.label];
  const withCallsForHelp = snoozed === 'allWithCallsForHelp';
  await readSnoozes();
  const before = snoozes.getState()[deviceId ?? allDevices] ?? null;
  const hadCallsForHelp = callsForHelp in snoozes.getState();
  const change = async (next: number | null, withCalls = withCallsForHelp) => {
    const outcome = await api.alerts.snooze({ deviceId, until: next, withCallsForHelp: withCalls });
    if (!outcome.ok) showFault(snoozeMessages.notChanged, outcome.fault);
    await readSnoozes();
    return outcome.ok;
  };
  const restore = async () => {
    await change(null);
    if (before !== null && before > clock.now()) await change(before, hadCallsForHelp);
  };
  if (!(await change(until))) return;
  showToast({
    tone: 'info',
    title:
      until === null
        ? snoozeMessages.ended(label)
        : snoozeMessages.started({ label, withCallsForHelp }, until, format),
    action: {
      label: snoozeMessages.undo,
      run: () => void restore(),
    },
  });
}
