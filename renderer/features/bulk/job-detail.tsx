import { Progress } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { rowStates, type Job, type JobRow, type RowState } from '#shared/domain/job';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { usePages } from '#lib/use-pages';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import classes from './bulk.module.css';
import { JobActions } from './job-actions';
import { jobRowColumns } from './job-columns';
import { JobRowDetail } from './job-row-detail';
import {
  jobSentence,
  rowStateWord,
  sendableRows,
  settledRows,
  submissionPromise,
} from './job-words';

/** One job: what it will do or did, row by row, and what can be done with it. */
export function JobDetail({ job }: { job: Job }) {
  const format = useFormat();
  const now = useNow();
  const sendable = sendableRows(job);
  return (
    <section className={classes.detail} aria-label={`Job: ${job.title}`}>
      <div className={classes.detailHead}>
        <h2 className={classes.detailTitle}>{job.title}</h2>
        <p className={classes.sentence}>{jobSentence(job, now, format)}</p>
        {job.phase !== 'planned' && sendable > 0 && (
          <Progress
            value={(settledRows(job) / sendable) * 100}
            size="sm"
            aria-label={`Progress of ${job.title}`}
            animated={job.phase === 'running'}
          />
        )}
        <JobActions job={job} />
        {job.kind === 'report' && (
          <p className={`${classes.sentence} ${classes.quiet}`}>{submissionPromise}</p>
        )}
      </div>
      <JobRows job={job} />
    </section>
  );
}

function JobRows({ job }: { job: Job }) {
  const format = useFormat();
  const [state, setState] = useState<RowState | null>(null);
  const [picked, setPicked] = useState<{ index: number; row: JobRow } | null>(null);
  const read = useCallback(
    async (from: number, limit: number) => api.jobs.rows({ id: job.id, from, limit, state }),
    [job.id, state],
  );
  const version = `${job.phase} ${Object.values(job.counts).join(' ')}`;
  const { total, rowAt, onRange, fault, isRead } = usePages(read, version);
  const columns = useMemo(
    () => jobRowColumns(job.kind, job.phase, format),
    [job.kind, job.phase, format],
  );
  const pick = (index: number) => {
    const row = rowAt(index);
    if (row) setPicked({ index, row });
  };
  // The row as it is now, where it is on screen.
  const known = picked && rowAt(picked.index);
  const row = known?.index === picked?.row.index ? known : picked?.row;
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
      {fault && <FaultNotice fault={fault} context="open" />}
      <div className={classes.rows}>
        <DataTable
          label="Rows of the job"
          columns={columns}
          count={total}
          rowAt={rowAt}
          rowLabel={(each) => `${each.label}, ${rowStateWord(each.state, job)}`}
          selectedIndex={picked?.index ?? -1}
          selectedKey={picked ? String(picked.row.index) : null}
          onSelect={pick}
          onOpen={pick}
          onEscape={() => setPicked(null)}
          onRange={onRange}
          empty={
            isRead && (
              <EmptyList>
                {state === null ? 'There is nothing to do.' : 'No row is in this state.'}
              </EmptyList>
            )
          }
        />
      </div>
      {row && <JobRowDetail row={row} kind={job.kind} phase={job.phase} />}
    </>
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
        label="Rows to show"
        all={job.rows}
        chips={rowStates
          .map((id) => ({ id, word: rowStateWord(id, job), count: job.counts[id] }))
          .filter(({ id, count }) => count > 0 || id === chosen)}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  );
}
