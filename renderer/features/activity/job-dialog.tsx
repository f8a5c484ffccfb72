import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
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
} from './jobs';

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
