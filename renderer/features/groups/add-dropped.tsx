import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Group } from '#shared/domain/group';
import type { Fault } from '#shared/fault';
import { groupLabel, sendEdit, UndoNotice, type Done } from '#features/records';
import type { Format } from '#lib/format';
import { FaultNotice } from '#ui/fault-notice';
import { membershipSteps } from './membership-steps';

/** The pages on which devices can be dropped; each tells of its own. */
export type DropPage = 'fleet' | 'groups';

interface Result {
  page: DropPage | null;
  done: Done | null;
  fault: Fault | null;
}

const nothing: Result = { page: null, done: null, fault: null };

/** What became of the devices that were dropped last. */
const result = createStore<Result>(() => nothing);

/** With each account that opens: nothing of the one before can be taken back here. */
export const droppedDevices = {
  read() {
    result.setState(nothing);
    return Promise.resolve();
  },
};

/** Takes devices that were dropped on a group into it: one call, to be taken back by one click. */
export async function addDropped(
  page: DropPage,
  group: Group,
  ids: readonly string[],
  { counted, count }: Pick<Format, 'counted' | 'count'>,
): Promise<void> {
  const name = groupLabel(group);
  const tell = (done: Done | null, fault: Fault | null = null) =>
    result.setState({ page, done, fault });
  const [step] = membershipSteps([group], ids, 'add').steps;
  const edit = step?.action === 'changeGroup' ? step.edit : null;
  if (!edit?.deviceIds) {
    const title = `${counted(ids.length, 'device')} dropped on ${name}: in it already.`;
    tell({ title, journalId: null });
    return;
  }
  result.setState(nothing);
  const outcome = await sendEdit({ kind: 'group', action: 'change', base: group, edit });
  if (!outcome.ok) {
    tell(null, outcome.fault);
    return;
  }
  const saved = outcome.value;
  if (saved.status === 'conflict') {
    // Members merge one by one, so this is another field's trouble; nothing was sent.
    const title = `Nothing was added to ${name}: somebody else is changing it.`;
    tell({ title, journalId: null });
    return;
  }
  const added = edit.deviceIds.length - new Set(group.deviceIds).size;
  const rest = new Set(ids).size - added;
  tell({
    title: `${counted(added, 'device')} added to ${name}.`,
    journalId: saved.journalId,
    note: rest > 0 && `${count(rest)} more ${rest === 1 ? 'was' : 'were'} in it already.`,
  });
}

/** Says what became of the devices that were dropped, with Undo beside it. */
export function DroppedNotice({ page }: { page: DropPage }) {
  const { done, fault, page: shownOn } = useStore(result);
  const dismiss = () => result.setState(nothing);
  if (shownOn !== page) return null;
  if (fault) return <FaultNotice fault={fault} context="open" onDismiss={dismiss} />;
  return (
    done && <UndoNotice key={`${done.journalId} ${done.title}`} done={done} onDismiss={dismiss} />
  );
}
