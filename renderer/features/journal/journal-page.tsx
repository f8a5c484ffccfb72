import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { JournalEntry } from '#shared/domain/edit';
import { ExportMenu } from '#features/bulk';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { usePages } from '#lib/use-pages';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { ListPage } from '#ui/list-page';
import { PageHead } from '#ui/page-head';
import { findNear } from './find-near';
import { entryTitle, journalColumns } from './journal-columns';
import { JournalEntryDetail } from './journal-entry-detail';
import { journalVersion } from './store';

async function read(from: number, limit: number) {
  const outcome = await api.journal.list({ from, limit });
  if (!outcome.ok) return outcome;
  const { total, entries } = outcome.value;
  return { ok: true as const, value: { total, rows: entries } };
}

const rowLabel = (entry: JournalEntry) => entryTitle(entry);

/** What this app changed at the service: when, what, before, after, by whom; and undo. */
export function JournalPage() {
  const version = useStore(journalVersion, (state) => state.version);
  const { total, rowAt, onRange, fault, isRead } = usePages(read, version);
  const [picked, setPicked] = useState<{ index: number; entry: JournalEntry } | null>(null);
  const format = useFormat();
  const columns = useMemo(() => journalColumns(format), [format]);
  const close = useCallback(() => setPicked(null), []);
  const pick = (index: number) => {
    const entry = rowAt(index);
    if (entry) setPicked({ index, entry });
  };
  // Undoing adds an entry on top, so the picked one may have moved down.
  const known = picked && findNear(rowAt, picked.index, picked.entry.id);
  const entry = known?.entry ?? picked?.entry;
  return (
    <ListPage
      head={
        <PageHead
          title="Journal"
          matches={format.counted(total, 'change')}
          note="What this app changed at the service, kept on this computer only."
          actions={<ExportMenu what="journal" ids={() => null} filter="none: the whole journal" />}
        />
      }
      banner={fault && <FaultNotice fault={fault} context="open" />}
      list={
        <DataTable
          label="Journal"
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
          empty={isRead && <EmptyList>Nothing has been changed from this computer yet.</EmptyList>}
        />
      }
      detail={entry && <JournalEntryDetail key={entry.id} entry={entry} onClose={close} />}
    />
  );
}
