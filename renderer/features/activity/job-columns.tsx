import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconLoader,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { rowKindsOf, type Job, type JobKind, type JobRow, type RowState } from '#shared/domain/job';
import { resultText, type SubmissionFormat } from '#shared/domain/submission-result';
import { commonTexts } from '#lib/common-texts';
import { faultText } from '#lib/fault-text';
import { changeText, fieldWord } from '#lib/field-messages';
import type { Format } from '#lib/format';
import type { DataColumn } from '#ui/data-table';
import classes from './jobs.module.css';
import { actionLabel, messages, rowStateLabel } from './job-messages';
import { texts } from './jobs-texts';

const icons: Record<RowState, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  refused: IconBan,
  waiting: IconClock,
  running: IconLoader,
  done: IconCheck,
  failed: IconAlertTriangle,
  undone: IconArrowBackUp,
};

/** A row's state: an icon, a colour and a label. */
export function RowStateBadge({
  state,
  action,
  ...job
}: Pick<JobRow, 'state' | 'action'> & Pick<Job, 'phase' | 'kind'>) {
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
export function reasonText(
  { refusal, fault, note, result }: JobRow,
  format: SubmissionFormat,
): string | null {
  if (refusal !== null) return refusal;
  if (fault !== null) {
    const { title, what } = faultText(fault, 'open');
    return `${title}. ${what}`;
  }
  if (result !== undefined) return resultText(result, format);
  return note ?? null;
}

/** The columns of a job's rows. */
export function jobRowColumns(
  kind: JobKind,
  phase: Job['phase'],
  format: Format,
): DataColumn<JobRow>[] {
  const changes = (row: JobRow) =>
    row.changes
      .map((change) => changeText(row.kind, change, format))
      .map(({ name, before, after }) =>
        kind === 'report' ? `${name}: ${after}` : `${name}: ${before} → ${after}`,
      )
      .join('; ');
  return [
    {
      id: 'label',
      header: texts.record,
      width: 180,
      grows: true,
      sticks: true,
      cell: ({ label }) => <span title={label}>{label}</span>,
    },
    {
      id: 'action',
      header: texts.action,
      width: kind === 'mixed' ? 120 : 84,
      cell: (row) => actionLabel(row, kind),
    },
    {
      id: 'state',
      header: commonTexts.state,
      width: 144,
      cell: ({ state, action }) => (
        <RowStateBadge state={state} action={action} phase={phase} kind={kind} />
      ),
    },
    {
      id: 'changes',
      header: kind === 'report' ? texts.submittedValues : texts.changesBeforeAfter,
      width: 260,
      grows: true,
      cell: (row) => {
        const text = changes(row);
        return text && <span title={text}>{text}</span>;
      },
    },
    {
      id: 'reason',
      header: kind === 'report' ? texts.answerReasonOrNote : texts.reasonOrNote,
      width: 220,
      grows: true,
      cell: (row) => {
        const text = reasonText(row, format);
        return text && <span title={text}>{text}</span>;
      },
    },
  ];
}

/** Least widths in the dialog, where the changes matter most. */
const dialogWidths: Record<string, number> = { label: 150, changes: 330, reason: 150 };

/** The same in the dialog of a bulk action, whose title names the one action of all rows. */
export function dialogRowColumns(
  ...[kind, phase, format]: Parameters<typeof jobRowColumns>
): DataColumn<JobRow>[] {
  return jobRowColumns(kind, phase, format)
    .filter(({ id }) => kind === 'mixed' || id !== 'action')
    .map((column) => ({ ...column, width: dialogWidths[column.id] ?? column.width }));
}

/** The plan of a file: a column for each field, as in the file. */
export function importRowColumns(
  fields: readonly string[],
  ...[kind, phase, format]: Parameters<typeof jobRowColumns>
): DataColumn<JobRow>[] {
  const columns = jobRowColumns(kind, phase, format);
  const some = (...ids: string[]) => columns.filter(({ id }) => ids.includes(id));
  const own = fields.map((field): DataColumn<JobRow> => ({
    id: field,
    header: fieldWord(rowKindsOf(kind)[0]!, field),
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
  const isNamed = fields.includes('name');
  return [...(isNamed ? [] : some('label')), ...own, ...some('reason')];
}
