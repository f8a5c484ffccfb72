import { ActionIcon, Button, Loader, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { secondsToCheck } from '#shared/domain/session';
import { statusMirror } from '#features/status';
import { createAccountStore, inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { showFault, showToast } from '#lib/toasts';
import { currentFormat, useFormat } from '#lib/use-format';
import { Dialog, DialogActions } from '#ui/dialog';
import { isFiltered } from './filters';
import { useFleet, useFleetStore } from './fleet-store';

/** A refresh that waits for an answer. */
interface Question {
  devices: number;
  callsPerMinute: number;
  answer: (isConfirmed: boolean) => void;
}

const asking = createAccountStore<{
  question: Question | null;
  /** Refreshes that the user asked for and that have not ended. */
  running: readonly object[];
}>({ question: null, running: [] });

/** "26 min": about how long it takes to check so many devices, in whole minutes. */
export const checkTime = (devices: number, callsPerMinute: number, { duration }: Format): string =>
  duration(Math.ceil(secondsToCheck(devices, callsPerMinute) / 60) * 60);

/** The calls a minute that check positions: all of them during a refresh that the user asked for. */
export function useCheckRate(): number | null {
  const status = useStore(statusMirror, ({ value }) => value);
  const isRunning = useStore(asking, ({ running }) => running.length > 0);
  return status && (isRunning ? status.callRate.inUse : status.callsPerMinute);
}

/** A refresh that takes longer is confirmed first. */
const longSeconds = 180;

/** Whether to go on with a refresh of so many devices, with one call each; asks if that takes long. */
async function isWanted(devices: number): Promise<boolean> {
  const callsPerMinute = statusMirror.getState().value?.callRate.inUse ?? 0;
  if (callsPerMinute === 0 || secondsToCheck(devices, callsPerMinute) <= longSeconds) return true;
  // One question at a time: the one before is not answered any more.
  asking.getState().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      asking.setState({ question: null });
      resolve(isConfirmed);
    };
    asking.setState({ question: { devices, callsPerMinute, answer } });
  });
}

/** Requests the last locations of all devices. */
export async function refreshFleet(): Promise<void> {
  if (await isWanted(statusMirror.getState().value?.devices ?? 0)) await api.fleet.refresh();
}

/** Requests the last locations of some devices, and says what failed. */
export async function refreshDevices(ids: readonly string[]): Promise<void> {
  if (!(await isWanted(ids.length))) return;
  const one = {};
  asking.setState(({ running }) => ({ running: [...running, one] }));
  const outcome = await inAccount(api.fleet.refreshMany({ ids: [...ids] })).finally(() =>
    asking.setState(({ running }) => ({ running: running.filter((other) => other !== one) })),
  );
  const { t } = currentFormat();
  if (outcome?.ok === false) return showFault(t('fleet.refresh.failed'), outcome.fault);
  const { refreshed, failed } = outcome?.value ?? { refreshed: 0, failed: 0 };
  if (failed === 0) return;
  showToast({
    tone: 'error',
    title: t('fleet.refresh.partly', { count: failed }),
    text: t('fleet.refresh.partly.text', { count: refreshed }),
  });
}

/** "Refresh these 12", with the calls it needs where fewer are left today. */
export function useRefreshName(devices: number, isWholeFleet = false): string {
  const left = useStore(statusMirror, ({ value }) => value?.dayLimit?.left ?? null);
  const { t } = useFormat();
  const action = isWholeFleet
    ? t('fleet.refresh.all')
    : devices === 1
      ? t('fleet.refresh.device')
      : t('fleet.refresh.these', { count: devices });
  return left !== null && devices > left
    ? t('fleet.refresh.withCalls', { action, calls: devices, left })
    : action;
}

/** Refreshes what the filters show. */
export function RefreshShown() {
  const { client } = useFleetStore();
  const matched = useFleet(({ view }) => view?.matched ?? 0);
  const hasFilter = useFleet(({ query }) => isFiltered(query));
  const name = useRefreshName(matched, !hasFilter);
  const { t } = useFormat();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await refreshDevices(await client.ids());
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={name}
      title={t('fleet.refresh.hint', { action: name })}
      aria-busy={isBusy}
      disabled={matched === 0}
      onClick={() => void run()}
    >
      {/* Not disabled meanwhile: it would lose the focus, also to the question. */}
      {isBusy ? <Loader size={14} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
    </ActionIcon>
  );
}

/** Asks before a refresh that takes more than a few minutes, and says how long. */
export function RefreshQuestion() {
  const question = useStore(asking, (state) => state.question);
  const format = useFormat();
  const { t } = format;
  if (question === null) return null;
  const { devices, callsPerMinute, answer } = question;
  const time = checkTime(devices, callsPerMinute, format);
  return (
    <Dialog
      opened
      onClose={() => answer(false)}
      title={t('fleet.refresh.question', { count: devices })}
    >
      <Text size="sm">
        {t('fleet.refresh.takes', { calls: devices, time, rate: callsPerMinute })}
      </Text>
      <DialogActions>
        <Button variant="default" onClick={() => answer(false)} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => answer(true)}>
          {t('fleet.refresh.confirm', { count: devices })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
