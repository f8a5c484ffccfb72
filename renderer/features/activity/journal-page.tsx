import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { JournalCounts, JournalEntry } from '#shared/domain/edit';
import { fail } from '#shared/fault';
import { ExportMenu } from '#ui/export-menu';
import { planUndoOfEntries } from './bulk-runs';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { filterText } from '#lib/filter-text';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { usePages } from '#lib/use-pages';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { ListPage } from '#ui/list-page';
import { PageHead } from '#ui/page';
import { ActionBar, usePagedSelection } from '#ui/selection';
import { findNear } from './find-near';
import { journalColumns } from './journal-columns';
import { entryTitle } from './journal-messages';
import { JournalEntryDetail } from './journal-entry-detail';
import { texts } from './journal-texts';
import { useJournalVersion } from './journal-store';
import { messages } from './journal-messages';

const rowLabel = (entry: JournalEntry) => entryTitle(entry);
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
  const plan = useAction(() => planUndoOfEntries([...selection.ids]));
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
              title={texts.createsAPlanThatReverses}
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
          rowLabel={rowLabel}
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
