import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { JournalCounts, JournalEntry } from '#shared/domain/edit';
import { fail } from '#shared/fault';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { changeText } from '#lib/field-messages';
import { filterText } from '#lib/filter-text';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { usePages } from '#lib/use-pages';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { ExportMenu } from '#ui/export-menu';
import { Fact, FactList } from '#ui/fact-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListDetail, ListPage } from '#ui/list-page';
import { Notice } from '#ui/notice';
import { PageHead } from '#ui/page';
import { ActionBar, usePagedSelection } from '#ui/selection';
import { entryTitle, messages, texts, undoLabels } from './activity-texts';
import classes from './activity.module.css';
import { openJob, showInDialog } from './jobs';

const noCounts: JournalCounts = { possible: 0, done: 0, impossible: 0 };
const undoChips = [
  { id: 'possible', word: texts.canBeUndone },
  { id: 'done', word: texts.undone },
  { id: 'impossible', word: texts.cannotBeUndoneLabel },
] as const;

/** The changes this app made at the service, with undo and export. */
export function JournalPage() {
  const version = useJournalVersion();
  const [search, setSearch] = useState('');
  const [undo, setUndo] = useState<JournalEntry['undo'] | null>(null);
  const text = useDeferredValue(search).trim().slice(0, 200);
  const find = useMemo(() => ({ text, undo }), [text, undo]);
  const read = useCallback(
    async (from: number, limit: number) => {
      const outcome = await api.journal.list({ from, limit, find });
      if (!outcome.ok) return outcome;
      const { total, entries } = outcome.value;
      return { ok: true as const, value: { total, rows: entries } };
    },
    [find],
  );
  const { total, rowAt, onRange, fault, isRead } = usePages(read, version);
  const counts = useCounts(text, version);
  const [picked, setPicked] = useState<{ index: number; entry: JournalEntry } | null>(null);
  const format = useFormat();
  const readOrder = useCallback(() => api.journal.ids(find), [find]);
  const selection = usePagedSelection({
    readOrder,
    idAt: useCallback((index: number) => rowAt(index)?.id, [rowAt]),
    shown: total,
    version,
  });
  const columns = useMemo(
    () => [selection.column(entryTitle), ...journalColumns(format)],
    [selection, format],
  );
  const plan = useAction(async () => {
    const planned = await api.jobs.planUndoOfEntries({ ids: [...selection.ids] });
    if (planned.ok) showInDialog(planned.value);
    return planned;
  });
  const close = useCallback(() => setPicked(null), []);
  const pick = (index: number) => {
    const entry = rowAt(index);
    if (entry) setPicked({ index, entry });
  };
  const all = counts.possible + counts.done + counts.impossible;
  const isFiltered = text !== '' || undo !== null;
  const exportFilter = filterText([undoChips.find(({ id }) => id === undo)?.word], text);
  // Undo adds an entry at the top, so the selected one may have moved down.
  const known = picked && findNear(rowAt, picked.index, picked.entry.id);
  const entry = known?.entry ?? picked?.entry;
  const failed = fault ?? selection.fault;
  return (
    <ListPage
      head={
        <PageHead
          title={texts.journal}
          search={{ label: texts.searchTheJournal, value: search, onChange: setSearch }}
          matches={
            isFiltered
              ? messages.shownOfAll(format.count(total), format.counted(all, 'change'))
              : format.counted(total, 'change')
          }
          note={texts.changesThatThisAppMade}
          actions={
            <ExportMenu
              what="journal"
              ids={async () => {
                if (!isFiltered) return null;
                const order = await readOrder();
                return order.ok ? order.value : fail(order.fault);
              }}
              filter={exportFilter || texts.noneTheWholeJournal}
            />
          }
        />
      }
      filters={
        (all > 0 || isFiltered) && (
          <FilterChips
            label={texts.whetherItCanBeUndone}
            all={all}
            chips={undoChips.map((chip) => ({ ...chip, count: counts[chip.id] }))}
            chosen={undo}
            onChoose={setUndo}
          />
        )
      }
      banner={
        <>
          {failed && <FaultNotice fault={failed} context="open" />}
          {plan.fault && <FaultNotice fault={plan.fault} context="open" onDismiss={plan.dismiss} />}
          <ActionBar selection={selection} shown={total} noun="change">
            <ExportMenu
              what="journal"
              ids={() => [...selection.ids]}
              filter={texts.selectedChanges}
            >
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
              {texts.undo}
            </Button>
          </ActionBar>
        </>
      }
      list={
        <DataTable
          label={texts.journal}
          columns={columns}
          count={total}
          rowAt={rowAt}
          rowLabel={entryTitle}
          selectedIndex={known?.index ?? picked?.index ?? -1}
          selectedKey={picked?.entry.id ?? null}
          onSelect={pick}
          onOpen={pick}
          onEscape={close}
          onRange={onRange}
          marking={selection.marking}
          empty={
            isRead && (
              <Empty
                isFiltered={isFiltered}
                onClear={() => {
                  setSearch('');
                  setUndo(null);
                }}
              />
            )
          }
        />
      }
      detail={entry && <JournalEntryDetail key={entry.id} entry={entry} onClose={close} />}
    />
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyList action={{ label: commonTexts.clearFilters, onClick: onClear }}>
      {texts.noChangesMatchTheSearch}
    </EmptyList>
  ) : (
    <EmptyList action={{ label: texts.showTheFleet, href: '#/fleet' }}>
      {texts.noChangesFromThisComputer}
    </EmptyList>
  );
}

/** Changes whenever the journal does, so that the visible rows are read again. */
function useJournalVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => api.journal.onChanged(() => setVersion((last) => last + 1)), []);
  return version;
}

/** How many entries with this text can be undone; the previous numbers while loading. */
function useCounts(text: string, version: number): JournalCounts {
  const [counts, setCounts] = useState(noCounts);
  useEffect(() => {
    let isCurrent = true;
    void api.journal.counts({ text }).then((outcome) => {
      if (isCurrent && outcome.ok) setCounts(outcome.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, version]);
  return counts;
}

/** Finds an entry that was at `index` and may have moved by a few rows. */
function findNear(
  rowAt: (index: number) => JournalEntry | undefined,
  index: number,
  id: string,
): { index: number; entry: JournalEntry } | null {
  for (let step = 0; step <= 20; step += 1) {
    for (const at of [index + step, index - step]) {
      const entry = at >= 0 ? rowAt(at) : undefined;
      if (entry?.id === id) return { index: at, entry };
    }
  }
  return null;
}

function journalColumns(format: Format): DataColumn<JournalEntry>[] {
  const textsOf = (entry: JournalEntry) =>
    entry.changes.map((change) => changeText(entry.kind, change, format));
  const text = (value: string) => value && <span title={value}>{value}</span>;
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
        entry.action !== 'submit' &&
        entry.action !== 'create' &&
        text(
          textsOf(entry)
            .map(({ name, before }) => `${name}: ${before}`)
            .join('; '),
        ),
    },
    {
      id: 'after',
      header: commonTexts.after,
      width: 190,
      grows: true,
      cell: (entry) =>
        entry.action !== 'delete' &&
        text(
          textsOf(entry)
            .map(({ name, after }) => `${name}: ${after}`)
            .join('; '),
        ),
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
function JournalEntryDetail(props: { entry: JournalEntry; onClose: () => void }) {
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
      {entry.undo === 'done' && <span className={classes.quiet}>{texts.thisChangeWasUndone}</span>}
      {entry.undo === 'impossible' && (
        <span className={classes.quiet}>
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
