import type { AlertEntry } from '#shared/domain/alert';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { showFault, showToast } from '#lib/toasts';
import { currentFormat } from '#lib/use-format';
import { typedNotes } from './store';

/** Whether it was changed; otherwise a message says why not. */
async function isDone(change: Promise<Outcome<unknown>>): Promise<boolean> {
  const outcome = await change;
  if (!outcome.ok) showFault(currentFormat().t('alerts.acknowledge.notChanged'), outcome.fault);
  return outcome.ok;
}

/** Acknowledged as they were read: a second press before they are read again must not replace the note. */
const acknowledgedNow = new WeakSet<AlertEntry>();

/** Acknowledges an alert, or replaces its note, with what was typed for it; returns whether it is stored. */
export async function acknowledge(entry: AlertEntry): Promise<boolean> {
  const { id, acknowledged } = entry;
  const typed = typedNotes.getState()[id];
  if (typed === undefined && acknowledgedNow.has(entry)) return true;
  const note = typed ?? acknowledged?.note ?? '';
  if (!(await isDone(api.alerts.acknowledge({ ids: [id], note })))) return false;
  acknowledgedNow.add(entry);
  const { [id]: now, ...others } = typedNotes.getState();
  // What was typed meanwhile stays.
  if (now === typed) typedNotes.setState(others, true);
  return true;
}

/** Takes an acknowledgement back; its note is in the field again, unless another one is typed there. */
export async function withdraw({ id, acknowledged }: AlertEntry): Promise<boolean> {
  if (!(await isDone(api.alerts.unacknowledge({ ids: [id] })))) return false;
  const note = typedNotes.getState()[id] ?? acknowledged?.note;
  if (note) typedNotes.setState({ [id]: note });
  return true;
}

/** Acknowledges those of some alerts that are open, with one note; a message offers Undo. */
export async function acknowledgeOpen(
  entries: readonly AlertEntry[],
  note: string,
): Promise<boolean> {
  const ids = entries.filter(({ acknowledged }) => !acknowledged).map(({ id }) => id);
  if (ids.length > 0 && !(await isDone(api.alerts.acknowledge({ ids, note })))) return false;
  const { t } = currentFormat();
  showToast({
    tone: 'info',
    title:
      ids.length === 0
        ? t('alerts.acknowledge.already')
        : t('alerts.acknowledge.done', { count: ids.length }),
    ...(ids.length > 0 && {
      actions: [
        {
          label: t('common.undo'),
          run: () => void isDone(api.alerts.unacknowledge({ ids })),
        },
      ],
    }),
  });
  return true;
}
