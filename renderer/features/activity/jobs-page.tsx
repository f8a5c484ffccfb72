import { IconFileImport } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Job } from '#shared/domain/job';
import { clock } from '#lib/clock';
import { useIsWorkStored } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { AgeText } from '#ui/age-text';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { page, PageHead } from '#ui/page';
import classes from './activity.module.css';
import { JobDetail } from './job-detail';
import { jobSentence } from './job-sentence';
import { chooseJob, jobsMirror, jobsView, useJobs } from './jobs';

/** All plans and jobs, and the details of one of them. */
export function JobsPage() {
  const jobs = useJobs();
  const fault = useStore(jobsMirror, (state) => state.fault);
  const openId = useStore(jobsView, (state) => state.openId);
  const { t, count } = useFormat();
  const isStored = useIsWorkStored();
  const open = jobs.find(({ id }) => id === openId) ?? jobs[0];
  return (
    <div className={page.page}>
      <PageHead
        title={t('activity.jobs')}
        matches={count(jobs.length)}
        note={t(isStored ? 'activity.jobs.help' : 'activity.jobs.helpNotStored')}
        actions={
          <ActionButton component="a" href="#/import" icon={IconFileImport}>
            {t('activity.jobs.import')}
          </ActionButton>
        }
      />
      {fault && <FaultNotice fault={fault} context="open" />}
      {open ? (
        <div className={page.work}>
          <JobList jobs={jobs} openId={open.id} />
          <JobDetail key={open.id} job={open} />
        </div>
      ) : (
        <EmptyList action={{ label: t('activity.jobs.importFile'), href: '#/import' }}>
          <p>{t('activity.jobs.none')}</p>
          <p>{t('activity.jobs.noneHelp')}</p>
        </EmptyList>
      )}
    </div>
  );
}

function JobList({ jobs, openId }: { jobs: readonly Job[]; openId: string }) {
  const format = useFormat();
  return (
    <nav className={classes.jobs} aria-label={format.t('activity.jobs')}>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <button
              type="button"
              className={classes.job}
              aria-current={job.id === openId || undefined}
              onClick={() => chooseJob(job.id)}
            >
              <span className={classes.jobTitle}>{format.said(job.title)}</span>
              <span className={page.quiet}>{jobSentence(job, clock.now(), format)}</span>
              <span className={page.quiet}>
                <AgeText at={job.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
