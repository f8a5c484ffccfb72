import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Job } from '#shared/domain/job';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { bulkMessages, createAndChangeMessage, runMessage } from './bulk-messages';
import {
  actionOfJob,
  bulkRuns,
  closeDialog,
  discardPlan,
  maxDialogSeconds,
  reportEnded,
  runJob,
  undoJob,
  type ImportOfJob,
} from './bulk-runs';
import { ConfirmDeletes } from './confirm-deletes';
import { countDeletes } from './count-deletes';
import { JobDetail } from './job-detail';
import { canRetry, maxUnconfirmedDeletes, sendableRows } from './job-messages';
import { texts } from './jobs-texts';
import classes from './jobs.module.css';
import { jobsMirror, openJob, useJobs } from './store';

/** Plans and runs every bulk action over the page where it began, and reports what has ended. */
export function JobDialog() {
  const format = useFormat();
  const { shown } = useStore(bulkRuns);
  const jobs = useJobs();
  useEffect(
    () =>
      jobsMirror.subscribe(({ value }, before) => reportEnded(before.value, value ?? [], format)),
    [format],
  );
  useFocusAfter(shown !== null);
  if (!shown) return null;
  return <OpenDialog key={shown.id} job={jobs.find(({ id }) => id === shown.id) ?? shown} />;
}

/** The button that opened the dialog may be gone with its own dialog: the page then has the focus. */
function useFocusAfter(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('main')?.focus();
      });
    };
  }, [isOpen]);
}

const readRows = (input: Parameters<typeof api.jobs.rows>[0]) => api.jobs.rows(input);

function OpenDialog({ job }: { job: Job }) {
  const { fault, imports } = useStore(bulkRuns);
  const { phase } = job;
  const close = () => {
    if (phase === 'planned') void discardPlan(job.id);
    else closeDialog();
  };
  return (
    <Dialog opened onClose={close} title={job.title} size={imports.has(job.id) ? 1160 : 840}>
      <div className={classes.dialog}>
        {/* Another phase starts with the rows that matter in it. */}
        <JobDetail key={String(phase === 'done')} job={job} isInDialog />
        {phase === 'planned' && job.estimatedSeconds > maxDialogSeconds && (
          <p className={classes.sentence}>{bulkMessages.longRun(job.estimatedSeconds)}</p>
        )}
        {fault && <FaultNotice fault={fault} context="open" />}
        <DialogActions job={job} onClose={close} />
      </div>
    </Dialog>
  );
}

function DialogActions({ job, onClose }: { job: Job; onClose: () => void }) {
  const format = useFormat();
  const [deletes, setDeletes] = useState<number | null>(null);
  const act = useAction((call: () => Promise<Outcome<unknown>>) => call());
  const { id, phase, counts } = job;
  const sendable = sendableRows(job);
  const file = useStore(bulkRuns, ({ imports }) => imports.get(job.id));
  const run = () =>
    act.run(async () => {
      const found = await countDeletes(readRows, job);
      if (!found.ok) return found;
      if (found.value > maxUnconfirmedDeletes) setDeletes(found.value);
      else await runJob(job);
      return found;
    });
  const isOver = phase === 'done' || phase === 'cancelled';
  return (
    <>
      {act.fault && <FaultNotice fault={act.fault} context="open" onDismiss={act.dismiss} />}
      <Group justify="flex-end" gap="sm" role="group" aria-label={texts.jobActions}>
        <Button
          variant="subtle"
          mr="auto"
          onClick={() => {
            closeDialog();
            openJob(id);
          }}
        >
          {bulkMessages.showInActivity}
        </Button>
        {canRetry(job) && (
          <Button
            variant="default"
            onClick={() => void act.run(() => api.jobs.retryFailed({ id, rows: null }))}
          >
            {bulkMessages.retryFailed(counts.failed, format)}
          </Button>
        )}
        {isOver && job.canUndo && (
          <Button
            variant="default"
            onClick={() => {
              closeDialog();
              void undoJob(job);
            }}
          >
            {bulkMessages.undo}
          </Button>
        )}
        {(phase === 'running' || phase === 'paused') && (
          <Button
            variant="default"
            title={texts.finishedRowsStayAsThey}
            onClick={() => void act.run(() => api.jobs.cancel({ id }))}
          >
            {bulkMessages.cancelRest}
          </Button>
        )}
        {phase === 'paused' && (
          <Button variant="default" onClick={() => void act.run(() => api.jobs.start({ id }))}>
            {bulkMessages.resume}
          </Button>
        )}
        <Button variant={isOver ? 'filled' : 'default'} onClick={onClose}>
          {closeLabels[phase]}
        </Button>
        {phase === 'planned' && sendable > 0 && (
          <Button loading={act.isBusy} onClick={() => void run()} data-autofocus>
            {runLabel(job, file, format)}
          </Button>
        )}
      </Group>
      {deletes !== null && (
        <ConfirmDeletes
          count={deletes}
          kind={job.kind}
          onCancel={() => setDeletes(null)}
          onConfirm={() => {
            setDeletes(null);
            void runJob(job);
          }}
        />
      )}
    </>
  );
}

/** What the button does that runs the plan. */
function runLabel(job: Job, file: ImportOfJob | undefined, format: Format): string {
  const { kind, counts } = job;
  // Which of the refused rows would have created a record is not known here.
  const isBoth = file && file.creates > 0 && file.changes > 0 && counts.refused === 0;
  if (isBoth && (kind === 'user' || kind === 'group')) {
    return createAndChangeMessage(kind, file, format);
  }
  return runMessage(actionOfJob(job), sendableRows(job), format);
}

const closeLabels: Record<Job['phase'], string> = {
  planned: bulkMessages.cancel,
  running: bulkMessages.continueInBackground,
  paused: bulkMessages.continueInBackground,
  done: bulkMessages.close,
  cancelled: bulkMessages.close,
};
