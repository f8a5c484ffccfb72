import { Progress, VisuallyHidden } from '@mantine/core';
import type { Job } from '#shared/domain/job';
import { clock } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import classes from './activity.module.css';
import { isInFlight, isOver, sendableRows, settledRows } from './job-facts';
import { jobSentence, progressText } from './job-sentence';
import { chooseJob, isOnJobsPage, useJobs } from './jobs';

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
