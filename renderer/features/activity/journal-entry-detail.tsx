import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { JournalEntry } from '#shared/domain/edit';
import { openJob } from './store';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { changeText } from '#lib/field-messages';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListDetail } from '#ui/list-page';
import { Notice } from '#ui/notice';
import { entryTitle } from './journal-messages';
import { texts } from './journal-texts';
import classes from './journal.module.css';
import { messages } from './journal-messages';

/** One change with all values, and Undo. */
export function JournalEntryDetail(props: { entry: JournalEntry; onClose: () => void }) {
  const { entry, onClose } = props;
  const format = useFormat();
  const { jobId } = entry;
  return (
    <ListDetail label={texts.journalEntry} title={entryTitle(entry)} onClose={onClose}>
      <Undo entry={entry} />
      <FactList title={texts.change}>
        <Fact name={texts.when}>{format.moment(entry.at)}</Fact>
        <Fact name={texts.by}>{entry.by}</Fact>
        <Fact name={texts.record}>{entry.recordId}</Fact>
        {jobId !== null && (
          <Fact name={texts.partOf}>
            <Button size="compact-xs" variant="default" onClick={() => openJob(jobId)}>
              {texts.bulkJob}
            </Button>
          </Fact>
        )}
      </FactList>
      {entry.kind === 'report' && (
        <FactList title={texts.submitted}>
          {entry.changes.map((change) => {
            const { name, after } = changeText(entry.kind, change, format);
            return (
              <Fact key={change.field} name={name}>
                {after}
              </Fact>
            );
          })}
        </FactList>
      )}
      {(entry.kind === 'report' ? [] : entry.changes).map((change) => {
        const { name, before, after } = changeText(entry.kind, change, format);
        return (
          <FactList key={change.field} title={name}>
            <Fact name={commonTexts.before}>{before}</Fact>
            <Fact name={commonTexts.after}>{after}</Fact>
          </FactList>
        );
      })}
    </ListDetail>
  );
}

function Undo({ entry }: { entry: JournalEntry }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const undo = useAction(async () => {
    setRefusal(null);
    const outcome = await api.journal.undo({ id: entry.id });
    if (outcome.ok && outcome.value.status === 'refused') setRefusal(outcome.value.reason);
    return outcome;
  });
  return (
    <div className={classes.undo}>
      {entry.undo === 'possible' && (
        <Button
          size="xs"
          variant="default"
          loading={undo.isBusy}
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={() => void undo.run()}
        >
          {texts.undoThisChange}
        </Button>
      )}
      {entry.undo === 'done' && <span className={classes.note}>{texts.thisChangeWasUndone}</span>}
      {entry.undo === 'impossible' && (
        <span className={classes.note}>
          {entry.undoReason ? messages.cannotBeUndone(entry.undoReason) : texts.cannotBeUndone}
        </span>
      )}
      {refusal !== null && (
        <Notice tone="warning" title={texts.notUndone} isAlert onDismiss={() => setRefusal(null)}>
          {refusal}
        </Notice>
      )}
      {undo.fault && <FaultNotice fault={undo.fault} context="open" onDismiss={undo.dismiss} />}
    </div>
  );
}
