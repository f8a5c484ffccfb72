import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Job } from '#shared/domain/job';
import { clock } from '#lib/clock';
import { useIsWorkStored } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { page, PageHead } from '#ui/page';
import classes from './activity.module.css';
import { jobSentence, texts } from './activity-texts';
import { JobDetail } from './job-detail';
import { chooseJob, jobsMirror, jobsView, useJobs } from './jobs';

/** All plans and jobs, and the details of one of them. */
export function JobsPage() {
  const jobs = useJobs();
  const fault = useStore(jobsMirror, (state) => state.fault);
  const openId = useStore(jobsView, (state) => state.openId);
  const { count } = useFormat();
  const isStored = useIsWorkStored();
  const open = jobs.find(({ id }) => id === openId) ?? jobs[0];
  return (
    <div className={page.page}>
      <PageHead
        title={texts.jobs}
        matches={count(jobs.length)}
        note={isStored ? texts.everyBulkActionStartsAsA : texts.everyBulkActionStartsAs}
        actions={
          <Button
            component="a"
            href="#/import"
            size="xs"
            variant="default"
            leftSection={<IconFileImport size={14} aria-hidden />}
          >
            {texts.import}
          </Button>
        }
      />
      {fault && <FaultNotice fault={fault} context="open" />}
      {open ? (
        <div className={page.work}>
          <JobList jobs={jobs} openId={open.id} />
          <JobDetail key={open.id} job={open} />
        </div>
      ) : (
        <EmptyList action={{ label: texts.importAFile, href: '#/import' }}>
          <p>{texts.noJobsYet}</p>
          <p>{texts.selectSeveralRowsInA}</p>
        </EmptyList>
      )}
    </div>
  );
}

function JobList({ jobs, openId }: { jobs: readonly Job[]; openId: string }) {
  const format = useFormat();
  return (
    <nav className={classes.jobs} aria-label={texts.jobs}>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <button
              type="button"
              className={classes.job}
              aria-current={job.id === openId || undefined}
              onClick={() => chooseJob(job.id)}
            >
              <span className={classes.jobTitle}>{job.title}</span>
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
