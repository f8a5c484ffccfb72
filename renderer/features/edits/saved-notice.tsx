import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { faultText } from '#lib/fault-text';
import { useWorkPlace } from '#lib/unsaved-work';
import { moreText } from '#lib/list-text';
import { useFormat } from '#lib/use-format';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { stagedMessages } from './draft-messages';
import classes from './edits.module.css';
import type { SavedDrafts } from './save-drafts';
import type { StagedKind } from './staged-kind';

interface SavedNoticeProps<R> {
  staged: Pick<StagedKind<R>, 'kind'>;
  result: SavedDrafts<R>;
  onDismiss: () => void;
}

/** The result of saving, with Undo. */
export function SavedNotice<R>({ staged, result, onDismiss }: SavedNoticeProps<R>) {
  const format = useFormat();
  const place = useWorkPlace();
  const [refusals, setRefusals] = useState<string[] | null>(null);
  const undo = useAction(async () => {
    const refused: string[] = [];
    for (const id of result.journalIds.toReversed()) {
      const outcome = await api.journal.undo({ id });
      if (!outcome.ok) return outcome;
      if (outcome.value.status === 'refused') refused.push(outcome.value.reason);
    }
    setRefusals(refused);
    return { ok: true as const, value: refused };
  });
  const { saved, failed, journalIds } = result;
  if (saved === 0 && failed.length === 0) return null;
  return (
    <div className={classes.notices}>
      {saved > 0 && (
        <Notice
          tone={refusals && refusals.length > 0 ? 'warning' : 'info'}
          title={
            refusals === null
              ? stagedMessages.saved(staged.kind, saved, format)
              : stagedMessages.undone(saved - refusals.length, format)
          }
          onDismiss={onDismiss}
          actions={
            refusals === null &&
            journalIds.length > 0 && (
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
          {refusals?.map((reason) => (
            <div key={reason}>{stagedMessages.notUndone(reason)}</div>
          ))}
        </Notice>
      )}
      {undo.fault && <FaultNotice fault={undo.fault} context="open" onDismiss={undo.dismiss} />}
      {failed.length > 0 && (
        <Notice
          tone="fault"
          isAlert
          title={stagedMessages.notSaved(staged.kind, failed.length, place, format)}
          onDismiss={saved > 0 ? undefined : onDismiss}
        >
          {failed.slice(0, 5).map(({ draft, fault }) => {
            const { title, what, todo } = faultText(fault, 'open');
            return (
              <div key={draft.key}>
                {draft.label}: {title}. {what} {todo}
              </div>
            );
          })}
          {failed.length > 5 && <div>{moreText(failed.length - 5, format)}</div>}
        </Notice>
      )}
    </div>
  );
}
