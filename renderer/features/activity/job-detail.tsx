import { Progress } from '@mantine/core';
import type { Job } from '#shared/domain/job';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { Notice } from '#ui/notice';
import classes from './jobs.module.css';
import { JobActions } from './job-actions';
import { JobRows } from './job-rows';
import {
  jobSentence,
  sendableRows,
  settledRows,
  submissionPromise,
  unconfirmedText,
  messages,
} from './job-messages';
import { texts } from './jobs-texts';

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
  return (
    <section
      className={isInDialog ? classes.inDialog : classes.detail}
      aria-label={messages.job(job.title)}
    >
      <div className={classes.detailHead}>
        {!isInDialog && <h2 className={classes.detailTitle}>{job.title}</h2>}
        <p className={classes.sentence}>{jobSentence(job, now, format)}</p>
        {job.phase !== 'planned' && sendable > 0 && (
          <Progress
            value={(settledRows(job) / sendable) * 100}
            size="sm"
            aria-label={messages.progressOf(job.title)}
            animated={job.phase === 'running'}
          />
        )}
        {!isInDialog && <JobActions job={job} />}
        {unconfirmed !== null && (
          <Notice tone="warning" title={texts.notConfirmedAsSubmitted}>
            {unconfirmed}
          </Notice>
        )}
        {job.kind === 'report' && (
          <p className={`${classes.sentence} ${classes.quiet}`}>{submissionPromise}</p>
        )}
      </div>
      <JobRows job={job} isInDialog={isInDialog} />
    </section>
  );
}
