import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { messages } from './edits-texts';

/** An action that may be undone. */
export interface Done {
  /** "Depot North was deleted." */
  title: string;
  /** The entries of the journal, in their order; none if there is nothing to undo. */
  journalIds: readonly string[];
  note?: ReactNode;
  /** Replaces the note after Undo. */
  afterUndo?: ReactNode;
  /** The title after Undo, of which some may have been refused; absent: "Undone: " and the title. */
  undoneTitle?: (refused: number) => string;
}

/** The result of an action, with Undo. It stays until it is dismissed. */
export function UndoNotice({ done, onDismiss }: { done: Done; onDismiss: () => void }) {
  const { title, journalIds, undoneTitle } = done;
  /** Why entries were not undone; null before Undo. */
  const [refusals, setRefusals] = useState<readonly string[] | null>(null);
  const undo = useAction(async () => {
    const refused: string[] = [];
    for (const id of journalIds.toReversed()) {
      const outcome = await api.journal.undo({ id });
      if (!outcome.ok) return outcome;
      if (outcome.value.status === 'refused') refused.push(outcome.value.reason);
    }
    setRefusals(refused);
    return { ok: true as const, value: refused };
  });
  if (undo.fault) {
    return <FaultNotice fault={undo.fault} context="open" onDismiss={undo.dismiss} />;
  }
  const isUndone = refusals !== null && refusals.length < journalIds.length;
  return (
    <div role="status">
      <Notice
        tone={refusals && refusals.length > 0 ? 'warning' : 'info'}
        title={isUndone ? (undoneTitle?.(refusals.length) ?? messages.undone(title)) : title}
        onDismiss={onDismiss}
        actions={
          journalIds.length > 0 &&
          !isUndone && (
            <Button
              size="xs"
              variant="default"
              loading={undo.isBusy}
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => void undo.run()}
            >
              {commonTexts.undo}
            </Button>
          )
        }
      >
        {isUndone ? done.afterUndo : done.note}
        {refusals?.map((reason) => (
          <div key={reason}>{messages.notUndone(reason)}</div>
        ))}
      </Notice>
    </div>
  );
}
