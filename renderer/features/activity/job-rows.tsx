import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { rowStates, type Job, type JobRow, type RowState } from '#shared/domain/job';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { usePages } from '#lib/use-pages';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import classes from './jobs.module.css';
import { bulkRuns } from './bulk-runs';
import { dialogRowColumns, importRowColumns, jobRowColumns } from './job-columns';
import { JobRowActions } from './job-row-actions';
import { JobRowDetail } from './job-row-detail';
import { rowStateLabel } from './job-messages';
import { texts } from './jobs-texts';
import { usePagedSelection } from '#ui/selection';

/** A selectable row; its index in the plan is its id. */
type SelectableRow = JobRow & { id: string };

const noStates: readonly RowState[] = [];

/** The rows of a job, with a filter by state and actions for the selected ones. */
export function JobRows({ job, isInDialog }: { job: Job; isInDialog: boolean }) {
  const format = useFormat();
  const [state, setState] = useState<RowState | null>(
    isInDialog && job.counts.failed > 0 ? 'failed' : null,
  );
  const [picked, setPicked] = useState<{ index: number; row: SelectableRow } | null>(null);
  const [states, setStates] = useState(noStates);
  const read = useCallback(
    async (from: number, limit: number) => {
      const outcome = await api.jobs.rows({ id: job.id, from, limit, state });
      if (!outcome.ok) return outcome;
      const { total, rows } = outcome.value;
      const value = { total, rows: rows.map((row) => ({ ...row, id: String(row.index) })) };
      return { ok: true as const, value };
    },
    [job.id, state],
  );
  const version = `${job.phase} ${Object.values(job.counts).join(' ')}`;
  const { total, rowAt, onRange, fault, isRead } = usePages<SelectableRow>(read, version);
  const selection = usePagedSelection({
    readOrder: useCallback(async () => {
      const outcome = await api.jobs.rowStates({ id: job.id });
      if (!outcome.ok) return outcome;
      setStates(outcome.value);
      const matching = outcome.value.flatMap((each, index) =>
        state === null || each === state ? String(index) : [],
      );
      return { ok: true as const, value: matching };
    }, [job.id, state]),
    idAt: useCallback((index: number) => rowAt(index)?.id, [rowAt]),
    shown: total,
    version,
  });
  // The rows of a plan cannot be retried or undone, and the dialog is about all of them.
  const isSelectable = job.phase !== 'planned' && !isInDialog;
  const file = useStore(bulkRuns, ({ imports }) => imports.get(job.id));
  const fields = job.phase === 'planned' && isInDialog ? file?.fields : undefined;
  const columns = useMemo(
    () => [
      ...(isSelectable ? [selection.column<SelectableRow>(({ label }) => label)] : []),
      ...(fields
        ? importRowColumns(fields, job.kind, job.phase, format)
        : (isInDialog ? dialogRowColumns : jobRowColumns)(job.kind, job.phase, format)),
    ],
    [isSelectable, isInDialog, selection, fields, job.kind, job.phase, format],
  );
  const pick = (index: number) => {
    const row = rowAt(index);
    if (row) setPicked({ index, row });
  };
  // The current row, if it is on screen.
  const known = picked && rowAt(picked.index);
  const row = known?.id === picked?.row.id ? known : picked?.row;
  return (
    <>
      <StateFilter
        job={job}
        chosen={state}
        onChoose={(next) => {
          setState(next);
          setPicked(null);
        }}
      />
      {isSelectable && (
        <JobRowActions job={job} selection={selection} shown={total} states={states} />
      )}
      {fault && <FaultNotice fault={fault} context="open" />}
      {selection.fault && <FaultNotice fault={selection.fault} context="open" />}
      <div className={classes.rows}>
        <DataTable
          label={texts.rowsOfTheJob}
          columns={columns}
          count={total}
          rowAt={rowAt}
          rowLabel={(each) => `${each.label}, ${rowStateLabel(each.state, job, each.action)}`}
          selectedIndex={picked?.index ?? -1}
          selectedKey={picked?.row.id ?? null}
          onSelect={pick}
          onOpen={pick}
          onEscape={() => setPicked(null)}
          onRange={onRange}
          {...(isSelectable ? { marking: selection.marking } : {})}
          empty={
            isRead && <EmptyRows isFiltered={state !== null} onShowAll={() => setState(null)} />
          }
        />
      </div>
      {row && <JobRowDetail row={row} kind={job.kind} phase={job.phase} />}
    </>
  );
}

function EmptyRows({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered) return <EmptyList>{texts.thereAreNoRows}</EmptyList>;
  return (
    <EmptyList action={{ label: texts.showAllRows, onClick: onShowAll }}>
      {texts.noRowsAreInThis}
    </EmptyList>
  );
}

interface StateFilterProps {
  job: Job;
  chosen: RowState | null;
  onChoose: (state: RowState | null) => void;
}

function StateFilter({ job, chosen, onChoose }: StateFilterProps) {
  return (
    <div className={classes.states}>
      <FilterChips
        label={texts.rowsToShow}
        all={job.rows}
        chips={rowStates
          .map((id) => ({ id, word: rowStateLabel(id, job), count: job.counts[id] }))
          .filter(({ id, count }) => count > 0 || id === chosen)}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}
