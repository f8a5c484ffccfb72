import { useState } from 'react';
import { deviceLabel, type Device } from '#shared/domain/device';
import { sendEdit } from '#features/edits';
import { clock } from '#lib/clock';
import { showToast } from '#lib/toasts';
import { useAction } from '#lib/use-action';
import { passedDateAfter, passedDateText, type PassedDate } from './activation-messages';
import { messages } from './expiry-messages';

/**
 * Activates the one device of a dialog. `passed` is a date that is left over and that the dialog can
 * replace; without one, `onDone` is called.
 */
export function useSingleActivation(options: {
  zone: string;
  takesDates: boolean;
  onPassed: () => void;
  onDone: () => void;
}) {
  const { zone, takesDates, onPassed, onDone } = options;
  const [passed, setPassed] = useState<PassedDate>(null);
  const action = useAction(async (device: Device) => {
    const outcome = await sendEdit({ kind: 'limits', action: 'activate', id: device.id });
    if (!outcome.ok || outcome.value.status !== 'saved') return outcome;
    const left = passedDateAfter(device, outcome.value.record, zone, clock.now());
    if (left && takesDates) {
      setPassed(left);
      onPassed();
      return outcome;
    }
    const text = left ? { text: passedDateText(left) } : {};
    showToast({ tone: 'info', title: messages.activeAgain(deviceLabel(device)), ...text });
    onDone();
    return outcome;
  });
  return { ...action, passed };
}
