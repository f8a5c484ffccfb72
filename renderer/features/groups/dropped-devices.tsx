import { useStore } from 'zustand';
import { groupLabel, type Group } from '#shared/domain/group';
import type { Fault } from '#shared/fault';
import { sendEdit, UndoNotice, type Done } from '#features/edits';
import { createAccountStore } from '#lib/account-scope';
import type { Format } from '#lib/format';
import { FaultNotice } from '#ui/fault-notice';
import { groupMessages } from './group-messages';
import { membershipSteps } from './membership-steps';

/** The pages on which devices can be dropped. Each shows the notice of its own drops. */
export type DropPage = 'fleet' | 'groups';

interface Result {
  page: DropPage | null;
  done: Done | null;
  fault: Fault | null;
}

const nothing: Result = { page: null, done: null, fault: null };

/** The result of the last drop; one in another account cannot be undone here. */
const result = createAccountStore<Result>(nothing);

/** Adds dropped devices to a group in one call, which the notice can undo. */
export async function addDroppedDevices(
  page: DropPage,
  group: Group,
  ids: readonly string[],
  format: Pick<Format, 'count'>,
): Promise<void> {
  const name = groupLabel(group);
  const report = (done: Done | null, fault: Fault | null = null) =>
    result.setState({ page, done, fault });
  const [step] = membershipSteps([group], ids, 'add').steps;
  const edit = step?.kind === 'group' && step.action === 'change' ? step.edit : null;
  if (!edit?.deviceIds) {
    report({ title: groupMessages.allMembers(name, ids.length, format), journalId: null });
    return;
  }
  result.setState(nothing);
  const outcome = await sendEdit({ kind: 'group', action: 'change', base: group, edit });
  if (!outcome.ok) {
    report(null, outcome.fault);
    return;
  }
  const saved = outcome.value;
  if (saved.status === 'conflict') {
    // Members merge, so the conflict is in another field. Nothing was sent.
    report({ title: groupMessages.changedMeanwhile(name), journalId: null });
    return;
  }
  const added = edit.deviceIds.length - new Set(group.deviceIds).size;
  const rest = new Set(ids).size - added;
  report({
    title: groupMessages.addedTo(name, added, format),
    journalId: saved.journalId,
    note: rest > 0 && groupMessages.wereMembers(rest, format),
  });
}

/** The result of the last drop on this page, with Undo. */
export function DroppedNotice({ page }: { page: DropPage }) {
  const { done, fault, page: shownOn } = useStore(result);
  const dismiss = () => result.setState(nothing);
  if (shownOn !== page) return null;
  if (fault) return <FaultNotice fault={fault} context="open" onDismiss={dismiss} />;
  return (
    done && <UndoNotice key={`${done.journalId} ${done.title}`} done={done} onDismiss={dismiss} />
  );
}
