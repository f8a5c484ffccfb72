import { Button, Group, Text, TextInput, type ButtonProps } from '@mantine/core';
import {
  IconArrowBackUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { Job } from '#shared/domain/job';
import type { Outcome } from '#shared/fault';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import {
  createAndChangeMessage,
  deleteMessage,
  messages,
  runMessage,
  texts,
} from './activity-texts';
import { canRetry, isInFlight, isOver, sendableRows } from './job-facts';
import {
  actionOfJob,
  chooseJob,
  closeDialog,
  countDeletes,
  maxUnconfirmedDeletes,
  noteOf,
  openJob,
  runJob,
  undoJob,
} from './jobs';

/** The selected rows that an action can be for; none are selected if both are empty. */
export interface SelectedRows {
  isAny: boolean;
  done: number[];
  failed: number[];
}

interface JobActionsProps {
  job: Job;
  /** The actions are for these rows; absent or none: for all of them. */
  selected?: SelectedRows;
  /** Closes the dialog; absent: the actions are on the jobs page. */
  onClose?: () => void;
}

/** The actions for a job in its current phase. */
export function JobActions({ job, selected, onClose }: JobActionsProps) {
  const format = useFormat();
  const [deletes, setDeletes] = useState<number | null>(null);
  const act = useAction((call: () => Promise<Outcome<unknown>>) => call());
  const { id, phase, counts } = job;
  const chosen = selected?.isAny ? selected : null;
  const undoes = chosen ? chosen.done.length : counts.done;
  const retries = chosen ? chosen.failed.length : counts.failed;
  const run = () =>
    act.run(async () => {
      const found = await countDeletes(job);
      if (!found.ok) return found;
      if (found.value <= maxUnconfirmedDeletes) return runJob(job);
      setDeletes(found.value);
      return found;
    });
  const planUndo = async () => {
    const planned = await api.jobs.planUndo({ id, rows: chosen?.done ?? null });
    if (planned.ok) openJob(planned.value.id);
    return planned;
  };
  const remove = async () => {
    const removed = await api.jobs.remove({ id });
    if (removed.ok) chooseJob(null);
    return removed;
  };
  const size = onClose ? 'sm' : 'xs';
  const runButton = phase === 'planned' && sendableRows(job) > 0 && (
    <Button
      size={size}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={act.isBusy}
      onClick={() => void run()}
      data-autofocus
    >
      {runLabel(job, format)}
    </Button>
  );
  const button = (
    label: string,
    Icon: typeof IconX,
    call: () => Promise<Outcome<unknown>>,
    looks: ButtonProps & { title?: string } = {},
  ) => (
    <Button
      size={size}
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void act.run(call)}
      {...looks}
    >
      {label}
    </Button>
  );
  return (
    <>
      {act.fault && <FaultNotice fault={act.fault} context="open" onDismiss={act.dismiss} />}
      <Group
        gap={onClose ? 'sm' : 'xs'}
        justify={onClose && 'flex-end'}
        role="group"
        aria-label={texts.jobActions}
      >
        {onClose ? (
          <Button
            variant="subtle"
            me="auto"
            onClick={() => {
              closeDialog();
              openJob(id);
            }}
          >
            {texts.showInActivity}
          </Button>
        ) : (
          runButton
        )}
        {phase === 'paused' &&
          button(texts.resume, IconPlayerPlay, () => api.jobs.start({ id }), {
            loading: act.isBusy,
            variant: onClose ? 'default' : 'filled',
          })}
        {phase === 'running' &&
          !onClose &&
          button(texts.pause, IconPlayerPause, () => api.jobs.pause({ id }))}
        {isInFlight(job) &&
          button(texts.cancelTheRest, IconX, () => api.jobs.cancel({ id }), {
            title: texts.finishedRowsStayAsThey,
          })}
        {canRetry(job) &&
          retries > 0 &&
          button(messages.retryFailed(retries, format), IconRefresh, () =>
            api.jobs.retryFailed({ id, rows: chosen?.failed ?? null }),
          )}
        {job.canUndo &&
          !onClose &&
          undoes > 0 &&
          button(messages.undoRows(undoes, !chosen, format), IconArrowBackUp, planUndo, {
            title: texts.createsAPlanThatReverses,
          })}
        {job.canUndo && onClose && isOver(job) && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={() => {
              closeDialog();
              void undoJob(job);
            }}
          >
            {commonTexts.undo}
          </Button>
        )}
        {!onClose &&
          !isInFlight(job) &&
          button(isOver(job) ? texts.removeFromList : texts.discardPlan, IconTrash, remove, {
            variant: 'subtle',
            color: 'gray',
            title: isOver(job) ? texts.theChangesStayInThe : texts.nothingSent,
          })}
        {onClose && (
          <Button variant={isOver(job) ? 'filled' : 'default'} onClick={onClose}>
            {closeLabels[phase]}
          </Button>
        )}
        {onClose && runButton}
      </Group>
      {deletes !== null && (
        <ConfirmDeletes
          action={deleteMessage(job.kind, deletes, format)}
          count={deletes}
          onCancel={() => setDeletes(null)}
          onConfirm={() => {
            setDeletes(null);
            void act.run(() => runJob(job));
          }}
        />
      )}
    </>
  );
}

/** What the button does that runs the plan. */
function runLabel(job: Job, format: Format): string {
  const { id, kind, counts } = job;
  const { file, runLabel: ownLabel } = noteOf(id);
  if (ownLabel) return ownLabel(sendableRows(job), format);
  // Which of the refused rows would have created a record is not known here.
  const isBoth = file && file.creates > 0 && file.changes > 0 && counts.refused === 0;
  if (isBoth && (kind === 'user' || kind === 'group')) {
    return createAndChangeMessage(kind, file, format);
  }
  return runMessage(actionOfJob(job), sendableRows(job), format);
}

const closeLabels: Record<Job['phase'], string> = {
  planned: commonTexts.cancel,
  running: texts.continueInBackground,
  paused: texts.continueInBackground,
  done: texts.close,
  cancelled: texts.close,
};

interface ConfirmDeletesProps {
  /** "Delete 7 users". */
  action: string;
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the user to type the number of deletions, so that they do not delete more than they intend. */
function ConfirmDeletes({ action, count, onConfirm, onCancel }: ConfirmDeletesProps) {
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().replace(/[,.\s]/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  return (
    <Dialog opened onClose={onCancel} title={messages.confirmDelete(action)}>
      <form onSubmit={submit}>
        <Text size="sm">{texts.thePlanListsEveryRecord}</Text>
        <TextInput
          mt="md"
          label={texts.numberOfRecordsToDelete}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed !== '' && !isConfirmed && texts.enterTheNumberInThe}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onCancel}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" color="red.9" disabled={!isConfirmed}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
