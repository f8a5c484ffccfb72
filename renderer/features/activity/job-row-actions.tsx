import { Button } from '@mantine/core';
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react';
import type { Job, RowState } from '#shared/domain/job';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { ActionBar, type TableSelection } from '#ui/selection';
import classes from './jobs.module.css';
import { canRetry, rowActionMessages } from './job-messages';
import { texts } from './jobs-texts';
import { openJob } from './store';

interface JobRowActionsProps {
  job: Job;
  selection: TableSelection;
  /** The number of filtered rows. */
  shown: number;
  /** The state of every row of the job. */
  states: readonly RowState[];
}

/** The actions for the selected rows of a job. */
export function JobRowActions({ job, selection, shown, states }: JobRowActionsProps) {
  const format = useFormat();
  const rows = Array.from(selection.ids, Number);
  const failed = canRetry(job) ? rows.filter((index) => states[index] === 'failed') : [];
  const done = job.canUndo ? rows.filter((index) => states[index] === 'done') : [];
  const retry = useAction(() => api.jobs.retryFailed({ id: job.id, rows: failed }));
  const undo = useAction(async () => {
    const planned = await api.jobs.planUndo({ id: job.id, rows: done });
    if (planned.ok) openJob(planned.value.id);
    return planned;
  });
  const fault = retry.fault ?? undo.fault;
  return (
    <>
      <ActionBar selection={selection} shown={shown} noun="row">
        {failed.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.isBusy}
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => void retry.run()}
          >
            {rowActionMessages.retry(failed.length, format)}
          </Button>
        )}
        {done.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isBusy}
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            title={texts.createsAPlanThatReversesThe}
            onClick={() => void undo.run()}
          >
            {rowActionMessages.undo(done.length, format)}
          </Button>
        )}
        {failed.length + done.length === 0 && (
          <span className={classes.quiet}>{noActionMessage(job)}</span>
        )}
      </ActionBar>
      {fault && (
        <FaultNotice
          fault={fault}
          context="open"
          onDismiss={() => {
            retry.dismiss();
            undo.dismiss();
          }}
        />
      )}
    </>
  );
}

function noActionMessage({ phase, kind }: Job): string {
  if (phase === 'running') return texts.youCanRetryAndUndo;
  return kind === 'report' ? texts.noneOfTheseRowsFailed : texts.noneOfTheseRowsCan;
}
