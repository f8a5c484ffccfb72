import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Progress, VisuallyHidden } from '@mantine/core';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import type { Job } from '#shared/domain/job';
import { clock } from '#lib/clock';
import { page } from '#ui/page';
import classes from './activity.module.css';
import { JobActions } from './job-actions';
import { JobDetail } from './job-detail';
import {
  closeDialog,
  discardPlan,
  jobsMirror,
  jobsView,
  maxDialogSeconds,
  reportEnded,
  useJobs,
  chooseJob,
  isOnJobsPage,
} from './jobs';
import {
  isInFlight,
  isOver,
  sendableRows,
  settledRows,
  jobSentence,
  progressText,
} from './job-sentence';

/** Plans and runs every bulk action over the page where it began, and reports what has ended. */
export function JobDialog() {
  const format = useFormat();
  const { shown, fault, notes } = useStore(jobsView);
  const jobs = useJobs();
  useEffect(
    () =>
      jobsMirror.subscribe(({ value }, before) => reportEnded(before.value, value ?? [], format)),
    [format],
  );
  useFocusAfter(shown !== null);
  if (!shown) return null;
  const job = jobs.find(({ id }) => id === shown.id) ?? shown;
  const { id, phase, estimatedSeconds } = job;
  const close = () => {
    if (phase === 'planned') void discardPlan(id);
    else closeDialog();
  };
  return (
    <Dialog
      key={id}
      opened
      onClose={close}
      title={format.said(job.title)}
      size={notes.get(id)?.file ? 1160 : 840}
    >
      <div className={classes.dialog}>
        {/* Another phase starts with the rows that matter in it. */}
        <JobDetail key={String(phase === 'done')} job={job} isInDialog />
        {phase === 'planned' && estimatedSeconds > maxDialogSeconds && (
          <p className={classes.sentence}>
            {format.t('activity.job.takes', { time: format.duration(estimatedSeconds) })}
          </p>
        )}
        {fault && <FaultNotice fault={fault} context="open" />}
        <JobActions job={job} onClose={close} />
      </div>
    </Dialog>
  );
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

/** The progress of the running job, with a link to it. */
export function JobProgress() {
  const jobs = useJobs();
  const format = useFormat();
  const withSentence = (shown: Job, now: number) =>
    format.t('activity.job.withSentence', {
      job: shown.title,
      sentence: jobSentence(shown, now, format),
    });
  const inFlight = jobs.filter(isInFlight);
  // The oldest job runs first.
  const job = inFlight.at(-1);
  const newestOver = jobs.find(isOver);
  // Elsewhere a message with Undo is shown and announced.
  const isAnnounced = isOnJobsPage();
  return (
    <>
      {job && (
        <a
          className={classes.progress}
          href="#/jobs"
          onClick={() => chooseJob(job.id)}
          title={withSentence(job, clock.now())}
          draggable={false}
        >
          <span className={page.cut}>{progressText(job, inFlight.length - 1, format)}</span>
          <Progress
            size={3}
            value={(settledRows(job) / Math.max(1, sendableRows(job))) * 100}
            aria-label={format.t('activity.job.progress', { job: job.title })}
          />
        </a>
      )}
      <VisuallyHidden aria-live="polite">
        {!job && newestOver && isAnnounced && withSentence(newestOver, 0)}
      </VisuallyHidden>
    </>
  );
}
