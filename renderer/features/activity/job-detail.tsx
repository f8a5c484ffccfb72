import { Progress } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconLoader,
} from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ComponentType } from 'react';
import { rowKindsOf, rowStates, type Job, type JobRow, type RowState } from '#shared/domain/job';
import { resultText } from '#shared/domain/submission-result';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { faultText } from '#lib/fault-text';
import { changeText, fieldWord } from '#lib/field-messages';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { ActionBar } from '#ui/selection';
import { ListFilters, ListTable } from '#ui/list-board';
import { usePagedList, type List } from '#ui/use-list';
import { page } from '#ui/page';
import classes from './activity.module.css';
import {
  actionLabel,
  jobSentence,
  messages,
  rowStateLabel,
  submissionPromise,
  texts,
  unconfirmedText,
} from './activity-texts';
import { JobActions, type SelectedRows } from './job-actions';
import { canRetry, sendableRows, settledRows } from './job-facts';
import { noteOf } from './jobs';

interface JobDetailProps {
  job: Job;
  /** The dialog has the title and the actions. */
  isInDialog?: boolean;
}

/** One job with its progress, its actions and its rows. */
export function JobDetail({ job, isInDialog = false }: JobDetailProps) {
  const format = useFormat();
  const now = useNow();
  const sendable = sendableRows(job);
  const unconfirmed = unconfirmedText(job, format);
  const { list, selected } = useJobRows(job, isInDialog);
  return (
    <section
      className={isInDialog ? classes.inDialog : classes.detail}
      aria-label={messages.job(job.title)}
    >
      <div className={classes.detailHead}>
        {!isInDialog && <h2 className={page.title}>{job.title}</h2>}
        <p className={classes.sentence}>{jobSentence(job, now, format)}</p>
        {job.phase !== 'planned' && sendable > 0 && (
          <Progress
            value={(settledRows(job) / sendable) * 100}
            size="sm"
            aria-label={messages.progressOf(job.title)}
            animated={job.phase === 'running'}
          />
        )}
        {!isInDialog && <JobActions job={job} selected={selected} />}
        {unconfirmed !== null && (
          <Notice tone="warning" title={texts.notConfirmedAsSubmitted}>
            {unconfirmed}
          </Notice>
        )}
        {job.kind === 'report' && (
          <p className={`${classes.sentence} ${page.quiet}`}>{submissionPromise}</p>
        )}
      </div>
      <JobRows job={job} isInDialog={isInDialog} list={list} selected={selected} />
    </section>
  );
}

/** A selectable row; its index in the plan is its id. */
type SelectableRow = JobRow & { id: string };

const noStates: readonly RowState[] = [];

/** The rows of a job with a filter by state, and which of them are selected. */
function useJobRows(job: Job, isInDialog: boolean) {
  const { id, phase, counts } = job;
  const [states, setStates] = useState(noStates);
  const list = usePagedList<SelectableRow>({
    read: useCallback(
      async ({ filter }, from, limit) => {
        const state = rowStates.find((each) => each === filter) ?? null;
        const outcome = await api.jobs.rows({ id, from, limit, state });
        if (!outcome.ok) return outcome;
        const { total, rows } = outcome.value;
        const value = { total, rows: rows.map((row) => ({ ...row, id: String(row.index) })) };
        return { ok: true as const, value };
      },
      [id],
    ),
    readIds: useCallback(
      async ({ filter }) => {
        const outcome = await api.jobs.rowStates({ id });
        if (!outcome.ok) return outcome;
        setStates(outcome.value);
        const matching = outcome.value.flatMap((each, index) =>
          filter === null || each === filter ? String(index) : [],
        );
        return { ok: true as const, value: matching };
      },
      [id],
    ),
    initialFilter: isInDialog && counts.failed > 0 ? 'failed' : null,
    chips: rowStates.map((state) => ({
      id: state,
      word: rowStateLabel(state, job),
      count: counts[state],
    })),
    all: job.rows,
    version: `${phase} ${Object.values(counts).join(' ')}`,
  });
  const rows = Array.from(list.selection.ids, Number);
  const selected: SelectedRows = {
    isAny: rows.length > 0,
    done: job.canUndo ? rows.filter((index) => states[index] === 'done') : [],
    failed: canRetry(job) ? rows.filter((index) => states[index] === 'failed') : [],
  };
  return { list, selected };
}

interface JobRowsProps {
  job: Job;
  isInDialog: boolean;
  list: List<SelectableRow>;
  selected: SelectedRows;
}

/** The rows of a job. */
function JobRows({ job, isInDialog, list, selected }: JobRowsProps) {
  const format = useFormat();
  const { id, phase, kind } = job;
  // The rows of a plan cannot be retried or undone, and the dialog is about all of them.
  const isSelectable = phase !== 'planned' && !isInDialog;
  const columns = useMemo(() => {
    const shown = { phase, kind };
    if (!isInDialog) return rowColumns(shown, format);
    const fields = phase === 'planned' ? noteOf(id).file?.fields : undefined;
    return fields ? fileColumns(fields, shown, format) : dialogColumns(shown, format);
  }, [isInDialog, id, phase, kind, format]);
  return (
    <>
      <div className={classes.states}>
        <ListFilters label={texts.rowsToShow} list={list} />
      </div>
      {isSelectable && (
        <ActionBar selection={list.selection} noun="row">
          {selected.done.length + selected.failed.length === 0 && (
            <span className={page.quiet}>{whyNoAction(job)}</span>
          )}
        </ActionBar>
      )}
      {list.fault && <FaultNotice fault={list.fault} context="open" />}
      <div className={classes.rows}>
        <ListTable
          label={texts.rowsOfTheJob}
          list={list}
          columns={columns}
          rowLabel={(row) =>
            messages.rowInState(row.label, rowStateLabel(row.state, job, row.action))
          }
          isSelectable={isSelectable}
          onEscape={() => list.setCurrent(null)}
          empty={{
            loading: texts.loadingRows,
            noMatch: texts.noRowsAreInThis,
            none: texts.thereAreNoRows,
          }}
        />
      </div>
      {list.current && <RowDetail row={list.current} job={job} />}
    </>
  );
}

/** Why the selected rows can neither be retried nor undone. */
function whyNoAction({ phase, kind }: Job): string {
  if (phase === 'running') return texts.youCanRetryAndUndo;
  return kind === 'report' ? texts.noneOfTheseRowsFailed : texts.noneOfTheseRowsCan;
}

/** All values of one row. */
function RowDetail({ row, job }: { row: JobRow; job: Job }) {
  const format = useFormat();
  const reason = reasonText(row, format);
  // A submission creates new data, so there is no previous value.
  const hasBefore = job.kind !== 'report';
  return (
    <section className={classes.rowDetail} aria-label={messages.row(row.label)}>
      <div className={classes.rowHead}>
        <strong>{row.label}</strong> · {actionLabel(row, job.kind)} ·{' '}
        <RowStateBadge row={row} job={job} />
      </div>
      {reason && <p className={classes.reason}>{reason}</p>}
      {row.changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{commonTexts.field}</th>
              {hasBefore && <th scope="col">{commonTexts.before}</th>}
              <th scope="col">{hasBefore ? commonTexts.after : texts.submitted}</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.map((change) => {
              const { name, before, after } = changeText(row.kind, change, format);
              return (
                <tr key={change.field}>
                  <th scope="row">{name}</th>
                  {hasBefore && <td>{before}</td>}
                  <td>{after}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

type ShownJob = Pick<Job, 'phase' | 'kind'>;

const icons: Record<RowState, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  refused: IconBan,
  waiting: IconClock,
  running: IconLoader,
  done: IconCheck,
  failed: IconAlertTriangle,
  undone: IconArrowBackUp,
};

/** A row's state: an icon, a colour and a label. */
function RowStateBadge({ row: { state, action }, job }: { row: JobRow; job: ShownJob }) {
  const Icon = icons[state];
  return (
    <span className={classes.rowState} data-state={state}>
      <Icon size={14} aria-hidden />
      <span>{rowStateLabel(state, job, action)}</span>
    </span>
  );
}

/**
 * Why a row was refused or failed, what the service answered to a submission, or a note about its
 * effects; null if there is nothing to report.
 */
function reasonText({ refusal, fault, note, result }: JobRow, format: Format): string | null {
  if (refusal !== null) return refusal;
  if (fault !== null) {
    const { title, what } = faultText(fault, 'open');
    return `${title}. ${what}`;
  }
  if (result !== undefined) return resultText(result, format);
  return note ?? null;
}

/** The columns of a job's rows. */
function rowColumns(job: ShownJob, format: Format): DataColumn<JobRow>[] {
  const isReport = job.kind === 'report';
  const changes = (row: JobRow) =>
    row.changes
      .map((change) => changeText(row.kind, change, format))
      .map(({ name, before, after }) =>
        isReport ? `${name}: ${after}` : `${name}: ${messages.change(before, after)}`,
      )
      .join('; ');
  const text = (value: string | null) => value && <span title={value}>{value}</span>;
  return [
    {
      id: 'label',
      header: texts.record,
      width: 180,
      grows: true,
      sticks: true,
      cell: ({ label }) => text(label),
    },
    {
      id: 'action',
      header: texts.action,
      width: job.kind === 'mixed' ? 120 : 84,
      cell: (row) => actionLabel(row, job.kind),
    },
    {
      id: 'state',
      header: commonTexts.state,
      width: 144,
      cell: (row) => <RowStateBadge row={row} job={job} />,
    },
    {
      id: 'changes',
      header: isReport ? texts.submittedValues : texts.changesBeforeAfter,
      width: 260,
      grows: true,
      cell: (row) => text(changes(row)),
    },
    {
      id: 'reason',
      header: isReport ? texts.answerReasonOrNote : texts.reasonOrNote,
      width: 220,
      grows: true,
      cell: (row) => text(reasonText(row, format)),
    },
  ];
}

/** Least widths in the dialog, where the changes matter most. */
const dialogWidths: Record<string, number> = { label: 150, changes: 330, reason: 150 };

/** The same in the dialog of a bulk action, whose title names the one action of all rows. */
function dialogColumns(job: ShownJob, format: Format): DataColumn<JobRow>[] {
  return rowColumns(job, format)
    .filter(({ id }) => job.kind === 'mixed' || id !== 'action')
    .map((column) => ({ ...column, width: dialogWidths[column.id] ?? column.width }));
}

/** The plan of a file: a column for each field, as in the file. */
function fileColumns(
  fields: readonly string[],
  job: ShownJob,
  format: Format,
): DataColumn<JobRow>[] {
  const own = fields.map((field): DataColumn<JobRow> => ({
    id: field,
    header: fieldWord(rowKindsOf(job.kind)[0]!, field),
    width: 130,
    grows: true,
    sticks: field === fields[0],
    cell: (row) => {
      const change = row.changes.find((each) => each.field === field);
      if (!change) return field === 'name' ? row.label : '';
      const { before, after } = changeText(row.kind, change, format);
      return row.action === 'create' ? after : messages.change(before, after);
    },
  }));
  const columns = rowColumns(job, format);
  const isNamed = fields.includes('name');
  return [
    ...columns.filter(({ id }) => id === 'label' && !isNamed),
    ...own,
    ...columns.filter(({ id }) => id === 'reason'),
  ];
}
