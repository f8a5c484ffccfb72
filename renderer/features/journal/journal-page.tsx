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
import { findNear } from './find-near';
import { entryTitle, journalColumns } from './journal-columns';
import { JournalEntryDetail } from './journal-entry-detail';
import classes from './journal.module.css';
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
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>Journal</h1>
        <span className={classes.count} aria-live="polite">
          {format.counted(total, 'change')}
        </span>
        <span className={classes.note}>
          What this app changed at the service, kept on this computer only.
        </span>
        <span className={classes.pushed}>
          <ExportMenu what="journal" ids={() => null} filter="none: the whole journal" />
        </span>
      </div>
      {fault && <FaultNotice fault={fault} context="open" />}
      <div className={classes.work}>
        <div className={classes.list}>
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
            empty={
              isRead && <EmptyList>Nothing has been changed from this computer yet.</EmptyList>
            }
          />
        </div>
        {entry && <JournalEntryDetail key={entry.id} entry={entry} onClose={close} />}
      </div>
    </div>
  );
}
