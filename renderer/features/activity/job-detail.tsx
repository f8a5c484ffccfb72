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
import type { PlainKey } from '#shared/i18n/translate';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { faultText } from '#lib/faults';
import { changeText, fieldWord } from '#lib/field-values';
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
import { JobActions, type SelectedRows } from './job-actions';
import { canRetry, sendableRows, settledRows, jobSentence, unconfirmedText } from './job-sentence';
import { noteOf } from './jobs';
import { actionLabel, oneAfterOther, rowStateLabel } from './row-labels';

interface JobDetailProps {
  job: Job;
  /** The dialog has the title and the actions. */
  isInDialog?: boolean;
}

/** One job with its progress, its actions and its rows. */
export function JobDetail({ job, isInDialog = false }: JobDetailProps) {
  const format = useFormat();
  const { t } = format;
  const now = useNow();
  const sendable = sendableRows(job);
  const unconfirmed = unconfirmedText(job, format);
  const { list, selected } = useJobRows(job, isInDialog);
  return (
    <section
      className={isInDialog ? classes.inDialog : classes.detail}
      aria-label={t('activity.job', { job: job.title })}
    >
      <div className={classes.detailHead}>
        {!isInDialog && <h2 className={page.title}>{format.said(job.title)}</h2>}
        <p className={classes.sentence}>{jobSentence(job, now, format)}</p>
        {job.phase !== 'planned' && sendable > 0 && (
          <Progress
            value={(settledRows(job) / sendable) * 100}
            size="sm"
            aria-label={t('activity.job.progress', { job: job.title })}
            animated={job.phase === 'running'}
          />
        )}
        {!isInDialog && <JobActions job={job} selected={selected} />}
        {unconfirmed !== null && (
          <Notice tone="warning" title={t('activity.submission.notConfirmed')}>
            {unconfirmed}
          </Notice>
        )}
        {job.kind === 'report' && (
          <p className={`${classes.sentence} ${page.quiet}`}>{t('activity.submission.promise')}</p>
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
  const format = useFormat();
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
      word: rowStateLabel(state, job, format),
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
  const { t } = format;
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
        <ListFilters label={t('activity.rows.filter')} list={list} />
      </div>
      {isSelectable && (
        <ActionBar selection={list.selection} noun="row">
          {selected.done.length + selected.failed.length === 0 && (
            <span className={page.quiet}>{t(whyNoAction(job))}</span>
          )}
        </ActionBar>
      )}
      {list.fault && <FaultNotice fault={list.fault} context="open" />}
      <div className={classes.rows}>
        <ListTable
          label={t('activity.rows')}
          list={list}
          columns={columns}
          rowLabel={(row) =>
            t('activity.row.inState', {
              row: row.label,
              state: rowStateLabel(row.state, job, format, row.action),
            })
          }
          isSelectable={isSelectable}
          onEscape={() => list.setCurrent(null)}
          empty={{
            loading: t('activity.rows.loading'),
            noMatch: t('activity.rows.noneInState'),
            none: t('activity.rows.none'),
          }}
        />
      </div>
      {list.current && <RowDetail row={list.current} job={job} />}
    </>
  );
}

/** Why the selected rows can neither be retried nor undone. */
function whyNoAction({ phase, kind }: Job): PlainKey {
  if (phase === 'running') return 'activity.rows.whileRunning';
  return kind === 'report' ? 'activity.rows.noneFailed' : 'activity.rows.noAction';
}

/** All values of one row. */
function RowDetail({ row, job }: { row: JobRow; job: Job }) {
  const format = useFormat();
  const { t } = format;
  const reason = reasonText(row, format);
  // A submission creates new data, so there is no previous value.
  const hasBefore = job.kind !== 'report';
  return (
    <section className={classes.rowDetail} aria-label={t('activity.row', { row: row.label })}>
      <div className={classes.rowHead}>
        <strong>
          <bdi>{row.label}</bdi>
        </strong>{' '}
        · {actionLabel(row, job.kind, format)} · <RowStateBadge row={row} job={job} />
      </div>
      {reason && <p className={classes.reason}>{reason}</p>}
      {row.changes.length > 0 && (
        <table className={`${page.table} ${classes.changes}`}>
          <thead>
            <tr>
              <th scope="col">{t('common.field')}</th>
              {hasBefore && <th scope="col">{t('common.before')}</th>}
              <th scope="col">{t(hasBefore ? 'common.after' : 'activity.row.submitted')}</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.map((change) => {
              const { name, before, after } = changeText(row.kind, change, format);
              return (
                <tr key={change.field}>
                  <th scope="row">{name}</th>
                  {hasBefore && (
                    <td>
                      <bdi>{before}</bdi>
                    </td>
                  )}
                  <td>
                    <bdi>{after}</bdi>
                  </td>
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
  const format = useFormat();
  const Icon = icons[state];
  return (
    <span className={classes.rowState} data-state={state}>
      <Icon size={14} aria-hidden />
      <span>{rowStateLabel(state, job, format, action)}</span>
    </span>
  );
}

/**
 * Why a row was refused or failed, what the service answered to a submission, or a note about its
 * effects; null if there is nothing to report.
 */
function reasonText({ refusal, fault, note, result }: JobRow, format: Format): string | null {
  if (refusal !== null) return format.said(refusal);
  if (fault !== null) {
    const { title, what } = faultText(fault, 'open', format);
    return format.t('activity.row.fault', { title, what });
  }
  if (result !== undefined) return resultText(result, format);
  return note === undefined ? null : format.said(note);
}

/** The columns of a job's rows. */
function rowColumns(job: ShownJob, format: Format): DataColumn<JobRow>[] {
  const { t } = format;
  const isReport = job.kind === 'report';
  const changes = (row: JobRow) =>
    oneAfterOther(
      row.changes.map((change) => {
        const { name: field, before, after } = changeText(row.kind, change, format);
        return isReport
          ? t('activity.row.value', { field, value: after })
          : t('activity.row.fieldChanged', { field, before, after });
      }),
      format,
    );
  return [
    {
      id: 'label',
      header: t('activity.row.record'),
      width: 180,
      grows: true,
      sticks: true,
      cell: ({ label }) => label,
    },
    {
      id: 'action',
      header: t('activity.row.action'),
      width: job.kind === 'mixed' ? 120 : 84,
      cell: (row) => actionLabel(row, job.kind, format),
    },
    {
      id: 'state',
      header: t('common.state'),
      width: 144,
      cell: (row) => <RowStateBadge row={row} job={job} />,
    },
    {
      id: 'changes',
      header: t(isReport ? 'activity.row.submittedValues' : 'activity.row.changes'),
      width: 260,
      grows: true,
      cell: (row) => changes(row),
    },
    {
      id: 'reason',
      header: t(isReport ? 'activity.row.answer' : 'activity.row.reason'),
      width: 220,
      grows: true,
      cell: (row) => reasonText(row, format),
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
    header: fieldWord(rowKindsOf(job.kind)[0]!, field, format),
    width: 130,
    grows: true,
    sticks: field === fields[0],
    cell: (row) => {
      const change = row.changes.find((each) => each.field === field);
      if (!change) return field === 'name' ? row.label : '';
      const { before, after } = changeText(row.kind, change, format);
      return row.action === 'create' ? after : format.t('activity.row.changed', { before, after });
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
