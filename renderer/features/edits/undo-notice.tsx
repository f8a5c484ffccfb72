import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { notUndone } from './record-messages';
import { messages } from './record-messages';

/** An action that may be undone. */
export interface Done {
  /** "Depot North was deleted." */
  title: string;
  /** null if there is nothing to undo. */
  journalId: string | null;
  note?: ReactNode;
  /** Replaces the note after Undo. */
  afterUndo?: ReactNode;
}

/** The result of an action, with Undo. It stays until it is dismissed. */
export function UndoNotice({ done, onDismiss }: { done: Done; onDismiss: () => void }) {
  const [result, setResult] = useState<{ refusal: string | null } | null>(null);
  const { journalId } = done;
  const undo = useAction(async (id: string) => {
    const outcome = await api.journal.undo({ id });
    if (outcome.ok) {
      setResult({ refusal: outcome.value.status === 'refused' ? outcome.value.reason : null });
    }
    return outcome;
  });
  if (undo.fault) {
    return <FaultNotice fault={undo.fault} context="open" onDismiss={undo.dismiss} />;
  }
  const isUndone = result !== null && result.refusal === null;
  return (
    <div role="status">
      <Notice
        tone={result?.refusal ? 'warning' : 'info'}
        title={isUndone ? messages.undone(done.title) : done.title}
        onDismiss={onDismiss}
        actions={
          journalId !== null &&
          !isUndone && (
            <Button
              size="xs"
              variant="default"
              loading={undo.isBusy}
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => void undo.run(journalId)}
            >
              {commonTexts.undo}
            </Button>
          )
        }
      >
        {isUndone ? done.afterUndo : done.note}
        {result?.refusal && <div>{notUndone(result.refusal)}</div>}
      </Notice>
    </div>
  );
}
