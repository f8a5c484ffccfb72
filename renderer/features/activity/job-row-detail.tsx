import type { Job, JobKind, JobRow } from '#shared/domain/job';
import { commonTexts } from '#lib/common-texts';
import { changeText } from '#lib/field-messages';
import { useFormat } from '#lib/use-format';
import classes from './jobs.module.css';
import { reasonText, RowStateBadge } from './job-columns';
import { actionLabel, messages } from './job-messages';
import { texts } from './jobs-texts';

interface JobRowDetailProps {
  row: JobRow;
  kind: JobKind;
  phase: Job['phase'];
}

/** All values of one row. */
export function JobRowDetail({ row, kind, phase }: JobRowDetailProps) {
  const format = useFormat();
  const reason = reasonText(row, format);
  // A submission creates new data, so there is no previous value.
  const hasBefore = kind !== 'report';
  return (
    <section className={classes.rowDetail} aria-label={messages.row(row.label)}>
      <div className={classes.rowHead}>
        <strong>{row.label}</strong> · {actionLabel(row, kind)} ·{' '}
        <RowStateBadge state={row.state} action={row.action} phase={phase} kind={kind} />
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
