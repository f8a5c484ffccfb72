import { Button } from '@mantine/core';
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react';
import type { Job, RowState } from '#shared/domain/job';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { ActionBar } from './action-bar';
import classes from './jobs.module.css';
import { canRetry } from './job-messages';
import { openJob } from './store';
import type { TableSelection } from './use-selection';

interface JobRowActionsProps {
  job: Job;
  selection: TableSelection;
  /** How many rows the filter lets through. */
  shown: number;
  /** Of every row of the job. */
  states: readonly RowState[];
}

/** What can be done with the rows that were picked out of a job. */
export function JobRowActions({ job, selection, shown, states }: JobRowActionsProps) {
  const { count } = useFormat();
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
            Retry {count(failed.length)} failed
          </Button>
        )}
        {done.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isBusy}
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            title="Plans the inverse of what was done, to be reviewed first."
            onClick={() => void undo.run()}
          >
            Undo {count(done.length)} done…
          </Button>
        )}
        {failed.length + done.length === 0 && (
          <span className={classes.quiet}>{nothingWith(job)}</span>
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

function nothingWith({ phase, kind }: Job): string {
  if (phase === 'running') return 'Rows can be retried and undone once the job is over or paused.';
  return kind === 'report'
    ? 'None of these failed; what was submitted cannot be taken back.'
    : 'None of these can be retried or undone.';
}
