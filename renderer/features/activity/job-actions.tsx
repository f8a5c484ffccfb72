import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Job } from '#shared/domain/job';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { bulkMessages, runMessage } from './bulk-messages';
import { actionOfJob } from './bulk-runs';
import classes from './jobs.module.css';
import { ConfirmDeletes } from './confirm-deletes';
import { countDeletes } from './count-deletes';
import { canRetry, maxUnconfirmedDeletes, sendableRows } from './job-messages';
import { texts } from './jobs-texts';
import { chooseJob, openJob } from './store';

const readRows = (input: Parameters<typeof api.jobs.rows>[0]) => api.jobs.rows(input);

/** The actions for a job in its current phase. */
export function JobActions({ job }: { job: Job }) {
  const format = useFormat();
  const [deletes, setDeletes] = useState<number | null>(null);
  const act = useAction((call: () => Promise<Outcome<unknown>>) => call());
  const input = { id: job.id };
  const start = () => act.run(() => api.jobs.start(input));
  const run = () =>
    act.run(async () => {
      const found = await countDeletes(readRows, job);
      if (!found.ok) return found;
      if (found.value <= maxUnconfirmedDeletes) return api.jobs.start(input);
      setDeletes(found.value);
      return found;
    });
  const { phase, counts } = job;
  const isOver = phase === 'done' || phase === 'cancelled';
  const sendable = sendableRows(job);
  return (
    <div className={classes.jobActions} role="group" aria-label={texts.jobActions}>
      {phase === 'planned' && sendable > 0 && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={act.isBusy}
          onClick={() => void run()}
        >
          {runMessage(actionOfJob(job), sendable, format)}
        </Button>
      )}
      {phase === 'paused' && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={act.isBusy}
          onClick={() => void start()}
        >
          {texts.resume}
        </Button>
      )}
      {phase === 'running' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPause size={14} aria-hidden />}
          onClick={() => void act.run(() => api.jobs.pause(input))}
        >
          {texts.pause}
        </Button>
      )}
      {(phase === 'running' || phase === 'paused') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          title={texts.finishedRowsStayAsThey}
          onClick={() => void act.run(() => api.jobs.cancel(input))}
        >
          {texts.cancelTheRest}
        </Button>
      )}
      {canRetry(job) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void act.run(() => api.jobs.retryFailed({ ...input, rows: null }))}
        >
          {bulkMessages.retryFailed(counts.failed, format)}
        </Button>
      )}
      {job.canUndo && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          title={texts.createsAPlanThatReverses}
          onClick={() =>
            void act.run(async () => {
              const planned = await api.jobs.planUndo({ ...input, rows: null });
              if (planned.ok) openJob(planned.value.id);
              return planned;
            })
          }
        >
          {texts.undo}
        </Button>
      )}
      {(phase === 'planned' || isOver) && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={14} aria-hidden />}
          title={isOver ? texts.theChangesStayInThe : texts.nothingHasBeenSent}
          onClick={() =>
            void act.run(async () => {
              const removed = await api.jobs.remove(input);
              if (removed.ok) chooseJob(null);
              return removed;
            })
          }
        >
          {isOver ? texts.removeFromList : texts.discardPlan}
        </Button>
      )}
      {act.fault && <FaultNotice fault={act.fault} context="open" onDismiss={act.dismiss} />}
      {deletes !== null && (
        <ConfirmDeletes
          count={deletes}
          kind={job.kind}
          onCancel={() => setDeletes(null)}
          onConfirm={() => {
            setDeletes(null);
            void start();
          }}
        />
      )}
    </div>
  );
}
