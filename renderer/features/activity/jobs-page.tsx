import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { clock } from '#lib/clock';
import { useIsWorkStored } from '#lib/unsaved-work';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { PageHead } from '#ui/page';
import classes from './jobs.module.css';
import { JobDetail } from './job-detail';
import { jobSentence } from './job-messages';
import { texts } from './jobs-texts';
import { chooseJob, jobsMirror, useJobs, useOpenJobId } from './store';

/** All plans and jobs, and the details of one of them. */
export function JobsPage() {
  const jobs = useJobs();
  const fault = useStore(jobsMirror, (state) => state.fault);
  const openId = useOpenJobId();
  const { count } = useFormat();
  const isStored = useIsWorkStored();
  const open = jobs.find(({ id }) => id === openId) ?? jobs[0];
  return (
    <div className={classes.page}>
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
        <div className={classes.work}>
          <JobList openId={open.id} />
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

function JobList({ openId }: { openId: string }) {
  const jobs = useJobs();
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
              <span className={classes.quiet}>{jobSentence(job, clock.now(), format)}</span>
              <span className={classes.quiet}>
                <AgeText at={job.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
