import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { JournalCounts, JournalEntry } from '#shared/domain/edit';
import { fail } from '#shared/fault';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { changeText } from '#lib/field-messages';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { ExportMenu } from '#ui/export-menu';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListBoard, ListDetail } from '#ui/list-board';
import { Notice } from '#ui/notice';
import { usePagedList, type ListQuery } from '#ui/use-list';
import { page } from '#ui/page';
import { entryTitle, messages, texts, undoLabels } from './activity-texts';
import classes from './activity.module.css';
import { openJob, showInDialog } from './jobs';

const undoChips = [
  { id: 'possible', word: texts.canBeUndone },
  { id: 'done', word: texts.undone },
  { id: 'impossible', word: texts.cannotBeUndoneLabel },
] as const;

const findOf = ({ text, filter }: ListQuery) => ({
  text,
  undo: undoChips.find(({ id }) => id === filter)?.id ?? null,
});

async function readEntries(query: ListQuery, from: number, limit: number) {
  const outcome = await api.journal.list({ from, limit, find: findOf(query) });
  if (!outcome.ok) return outcome;
  const { total, entries } = outcome.value;
  return { ok: true as const, value: { total, rows: entries } };
}

const readIds = (query: ListQuery) => api.journal.ids(findOf(query));

/** The changes this app made at the service, with undo and export. */
export function JournalPage() {
  const format = useFormat();
  const version = useJournalVersion();
  const pages = usePagedList<JournalEntry>({
    read: readEntries,
    readIds,
    chips: undoChips.map((chip) => ({ ...chip, count: 0 })),
    all: 0,
    version,
  });
  const { query, isFiltered, selection, current } = pages;
  const counts =
    useAnswer(() => api.journal.counts({ text: query.text }), [query.text, version], {
      keepsValue: true,
    }).value ?? noCounts;
  const list = {
    ...pages,
    all: counts.possible + counts.done + counts.impossible,
    chips: undoChips.map((chip) => ({ ...chip, count: counts[chip.id] })),
  };
  const plan = useAction(async () => {
    const planned = await api.jobs.planUndoOfEntries({ ids: [...selection.ids] });
    if (planned.ok) showInDialog(planned.value);
    return planned;
  });
  const matchingIds = async () => {
    if (!isFiltered) return null;
    const order = await pages.readOrder();
    return order.ok ? order.value : fail(order.fault);
  };
  return (
    <ListBoard
      title={texts.journal}
      list={list}
      columns={useMemo(() => journalColumns(format), [format])}
      rowLabel={entryTitle}
      search={{ label: texts.searchTheJournal }}
      matches={
        isFiltered
          ? messages.shownOfAll(format.count(list.count), format.counted(list.all, 'change'))
          : format.counted(list.count, 'change')
      }
      note={texts.changesThatThisAppMade}
      actions={
        <ExportMenu
          what="journal"
          ids={matchingIds}
          filter={list.filterText || texts.noneTheWholeJournal}
        />
      }
      {...((list.all > 0 || isFiltered) && { filterLabel: texts.whetherItCanBeUndone })}
      notices={
        plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />
      }
      noun="change"
      bulkActions={
        <>
          <ExportMenu what="journal" ids={() => [...selection.ids]} filter={texts.selectedChanges}>
            {texts.exportSelection}
          </ExportMenu>
          <Button
            size="xs"
            variant="default"
            loading={plan.isBusy}
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            title={texts.createsAPlanForTheSelected}
            onClick={() => void plan.run()}
          >
            {messages.undoRows(selection.ids.size, false, format)}
          </Button>
        </>
      }
      empty={{
        loading: texts.loadingTheJournal,
        noMatch: texts.noChangesMatchTheSearch,
        none: texts.noChangesFromThisComputer,
        nextStep: { label: texts.showTheFleet, href: '#/fleet' },
      }}
      detail={
        current && (
          <EntryDetail key={current.id} entry={current} onClose={() => pages.setCurrent(null)} />
        )
      }
    />
  );
}

const noCounts: JournalCounts = { possible: 0, done: 0, impossible: 0 };

/** Changes whenever the journal does, so that the visible rows are read again. */
function useJournalVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => api.journal.onChanged(() => setVersion((last) => last + 1)), []);
  return version;
}

function journalColumns(format: Format): DataColumn<JournalEntry>[] {
  const text = (value: string) => value && <span title={value}>{value}</span>;
  const values = (entry: JournalEntry, side: 'before' | 'after') =>
    text(
      entry.changes
        .map((change) => changeText(entry.kind, change, format))
        .map((shown) => messages.field(shown.name, shown[side]))
        .join('; '),
    );
  return [
    {
      id: 'at',
      header: texts.when,
      width: 190,
      cell: ({ at }) => <span>{format.moment(at)}</span>,
    },
    {
      id: 'what',
      header: texts.what,
      width: 220,
      grows: true,
      cell: (entry) => text(entryTitle(entry)),
    },
    {
      id: 'before',
      header: commonTexts.before,
      width: 190,
      grows: true,
      cell: (entry) =>
        entry.action !== 'submit' && entry.action !== 'create' && values(entry, 'before'),
    },
    {
      id: 'after',
      header: commonTexts.after,
      width: 190,
      grows: true,
      cell: (entry) => entry.action !== 'delete' && values(entry, 'after'),
    },
    { id: 'by', header: texts.by, width: 150, cell: ({ by }) => text(by) },
    {
      id: 'undo',
      header: commonTexts.undo,
      width: 100,
      cell: ({ undo, undoReason }) => (
        <span title={undoReason ?? undefined}>{undoLabels[undo]}</span>
      ),
    },
  ];
}

/** One change with all values, and Undo. */
function EntryDetail({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const format = useFormat();
  const { jobId } = entry;
  const changes = entry.changes.map((change) => changeText(entry.kind, change, format));
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
      {entry.kind === 'report' ? (
        <FactList title={texts.submitted}>
          {changes.map(({ name, after }) => (
            <Fact key={name} name={name}>
              {after}
            </Fact>
          ))}
        </FactList>
      ) : (
        changes.map(({ name, before, after }) => (
          <FactList key={name} title={name}>
            <Fact name={commonTexts.before}>{before}</Fact>
            <Fact name={commonTexts.after}>{after}</Fact>
          </FactList>
        ))
      )}
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
      {entry.undo === 'done' && <span className={page.quiet}>{texts.thisChangeWasUndone}</span>}
      {entry.undo === 'impossible' && (
        <span className={page.quiet}>
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
