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
import { withLatinDigits } from '#shared/domain/text';
import type { Outcome } from '#shared/fault';
import type { PlainKey } from '#shared/i18n/translate';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { Dialog, DialogActions } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { canRetry, isInFlight, isOver, sendableRows } from './job-sentence';
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
  const { t } = format;
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
        aria-label={t('activity.actions')}
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
            {t('activity.actions.showInActivity')}
          </Button>
        ) : (
          runButton
        )}
        {phase === 'paused' &&
          button(t('activity.actions.resume'), IconPlayerPlay, () => api.jobs.start({ id }), {
            loading: act.isBusy,
            variant: onClose ? 'default' : 'filled',
          })}
        {phase === 'running' &&
          !onClose &&
          button(t('activity.actions.pause'), IconPlayerPause, () => api.jobs.pause({ id }))}
        {isInFlight(job) &&
          button(t('activity.actions.cancelRest'), IconX, () => api.jobs.cancel({ id }), {
            title: t('activity.actions.cancelRestHelp'),
          })}
        {canRetry(job) &&
          retries > 0 &&
          button(t('activity.actions.retryFailed', { count: retries }), IconRefresh, () =>
            api.jobs.retryFailed({ id, rows: chosen?.failed ?? null }),
          )}
        {job.canUndo &&
          !onClose &&
          undoes > 0 &&
          button(
            t(chosen ? 'activity.actions.undo' : 'activity.actions.undoAll', { count: undoes }),
            IconArrowBackUp,
            planUndo,
            {
              title: t('activity.actions.undoHelp'),
            },
          )}
        {job.canUndo && onClose && isOver(job) && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={() => {
              closeDialog();
              void undoJob(job);
            }}
          >
            {t('common.undo')}
          </Button>
        )}
        {!onClose &&
          !isInFlight(job) &&
          button(
            t(isOver(job) ? 'activity.actions.remove' : 'activity.actions.discard'),
            IconTrash,
            remove,
            {
              variant: 'subtle',
              color: 'gray',
              title: t(isOver(job) ? 'activity.actions.removeHelp' : 'activity.job.notSent'),
            },
          )}
        {onClose && (
          <Button variant={isOver(job) ? 'filled' : 'default'} onClick={onClose}>
            {t(closeLabels[phase])}
          </Button>
        )}
        {onClose && runButton}
      </Group>
      {deletes !== null && (
        <ConfirmDeletes
          action={deleteText(job.kind, deletes, format)}
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
    const { creates, changes } = file;
    return format.t(`activity.import.${kind}`, { creates, changes });
  }
  return format.t(`activity.run.${actionOfJob(job)}`, { count: sendableRows(job) });
}

/** "Delete 7 users", of a job with these kinds of records. */
function deleteText(kind: Job['kind'], count: number, { t }: Format): string {
  const noun = kind === 'user' || kind === 'group' ? kind : 'record';
  return t(`activity.delete.${noun}`, { count });
}

const closeLabels: Record<Job['phase'], PlainKey> = {
  planned: 'common.cancel',
  running: 'activity.actions.continue',
  paused: 'activity.actions.continue',
  done: 'activity.actions.close',
  cancelled: 'activity.actions.close',
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
  const { t } = useFormat();
  const [typed, setTyped] = useState('');
  const isConfirmed = withLatinDigits(typed).replace(/[,.٬\s]/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  return (
    <Dialog opened onClose={onCancel} title={t('activity.delete.confirm', { action })}>
      <form onSubmit={submit}>
        <Text size="sm">{t('activity.delete.help')}</Text>
        <TextInput
          mt="md"
          label={t('activity.delete.count')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={typed !== '' && !isConfirmed && t('activity.delete.wrongCount')}
          inputMode="numeric"
          data-autofocus
        />
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red.9" disabled={!isConfirmed}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
