import { Progress } from '@mantine/core';
import {
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { FetchState, LogKind, Range } from '#shared/domain/history';
import type { PlainKey } from '#shared/i18n/translate';
import { useDeviceNames } from '#features/edits';
import { useSettings } from '#features/settings';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { IconButton } from '#ui/icon-button';
import { isShort } from './coverage';
import { useFetches } from './history-store';
import { fetchStatus, fetchSubject, planStatus } from './fetch-status';
import classes from './history.module.css';

interface FetchBarProps {
  log: LogKind;
  deviceIds: readonly string[];
  /** null: nothing is chosen yet. */
  range: Range | null;
  /** Ranges that cost few calls are fetched without being asked for. */
  loadsShortRanges?: boolean;
  /** A documented kind of alert, which can be fetched alone; null or absent: none. */
  alertName?: string | null;
  /** Beside what is loaded. */
  children?: ReactNode;
}

/** How much of a range is loaded, the button that loads the rest, and the progress of running fetches. */
export function FetchBar({
  log,
  deviceIds,
  range,
  loadsShortRanges = false,
  alertName = null,
  children,
}: FetchBarProps) {
  const fetches = useFetches(log);
  const { historySettleHours: settleHours } = useSettings();
  const active = fetches.filter(({ phase }) => phase === 'running' || phase === 'paused');
  const interrupted = fetches.filter(({ phase }) => phase === 'interrupted');
  const last = fetches.at(-1);
  const showsLast = last !== undefined && (last.phase !== 'done' || last.incompleteDays > 0);
  const progress = fetches.map(({ id, phase }) => `${id} ${phase}`).join();
  const request = useMemo(
    () => (range && deviceIds.length > 0 ? { log, deviceIds: [...deviceIds], range } : null),
    [log, deviceIds, range],
  );
  const choice = JSON.stringify(request);
  // The cost of the choice, asked for again whenever a fetch begins or ends.
  const answer = useAnswer(
    request &&
      (async () => {
        const outcome = await api.history.plan(request);
        return outcome.ok ? { ok: true, value: { of: choice, plan: outcome.value } } : outcome;
      }),
    [choice, progress, settleHours],
    { keepsValue: true },
  );
  // A fetch must not start before its own cost is known.
  const isOfChoice = answer.value?.of === choice;
  // Until then the cost before stays, so that the line does not flicker.
  const plan = (request && (isOfChoice || answer.isPending) && answer.value?.plan) || null;
  const format = useFormat();
  const { t } = format;
  const start = useAction(api.history.fetch);
  const isOffline = useStore(statusMirror, ({ value }) => value?.mode === 'offline');
  const loaded = useRef<string | null>(null);
  const loadsNow =
    loadsShortRanges &&
    isOfChoice &&
    plan !== null &&
    isShort(plan) &&
    active.length === 0 &&
    !start.isBusy &&
    !isOffline;
  useEffect(() => {
    // Once for each choice: a fetch that failed is repeated by the user.
    if (!loadsNow || !request || loaded.current === choice) return;
    loaded.current = choice;
    void start.run(request);
  }, [loadsNow, choice, request, start]);
  const isNew = plan !== null && plan.newCalls > 0;
  const isLoading = loadsNow || start.isBusy;
  const left = useStore(statusMirror, ({ value }) => value?.dayLimit?.left ?? null);
  // Of no interest where the calls suffice.
  const shortage =
    plan && left !== null && plan.calls > left
      ? t('history.load.needs', { calls: plan.calls, left })
      : null;
  return (
    <div className={classes.fetchBar}>
      {request && plan && active.length === 0 && (
        <span className={classes.fetchLine}>
          <span aria-live="polite">
            {isLoading
              ? t('history.fetch.begins')
              : planStatus(
                  plan,
                  {
                    devices: deviceIds.length,
                    range: request.range,
                    now: clock.now(),
                    settleHours,
                  },
                  format,
                )}
          </span>
          {isNew && !loadsNow && (
            <ActionButton
              variant="filled"
              size="compact-xs"
              loading={start.isBusy}
              disabled={!isOfChoice}
              title={shortage ?? undefined}
              icon={IconDownload}
              onClick={() => void start.run(request)}
            >
              {plan.untouchedDays === plan.days ? t('history.load') : t('history.load.rest')}
            </ActionButton>
          )}
          {!isNew && plan.calls > 0 && (
            <IconButton
              isQuiet
              name={t('history.load.again')}
              icon={IconRefresh}
              iconSize={15}
              size="sm"
              loading={start.isBusy}
              disabled={!isOfChoice}
              title={shortage ?? t('history.load.again.help')}
              onClick={() => void start.run(request)}
            />
          )}
          {children}
          {plan.calls > 0 && alertName !== null && (
            <ActionButton
              size="compact-xs"
              loading={start.isBusy}
              disabled={!isOfChoice}
              title={t('history.load.kind.help')}
              onClick={() => void start.run({ ...request, alertName })}
            >
              {t('history.load.kind')}
            </ActionButton>
          )}
        </span>
      )}
      {[...active, ...interrupted].map((fetch) => (
        <FetchLine key={fetch.id} fetch={fetch} />
      ))}
      {active.length === 0 && interrupted.length === 0 && showsLast && <FetchLine fetch={last} />}
      {request && answer.fault && <FaultNotice fault={answer.fault} context="open" />}
      {start.fault && <FaultNotice fault={start.fault} context="open" onDismiss={start.dismiss} />}
    </div>
  );
}

/** The progress of a fetch, with buttons to pause, resume and cancel it. */
function FetchLine({ fetch }: { fetch: FetchState }) {
  const { id, phase, firstDeviceId, slicesDone, callsLeft, nextCallAt, resumesAt } = fetch;
  const format = useFormat();
  const { t } = format;
  const labelOf = useDeviceNames(useMemo(() => [firstDeviceId], [firstDeviceId]));
  const pause = useAction(api.history.pauseFetch);
  const resume = useAction(api.history.resumeFetch);
  const cancel = useAction(api.history.cancelFetch);
  const isOpen = phase === 'running' || phase === 'paused' || phase === 'interrupted';
  const resumeLabel = resumeLabels[phase];
  const fault = pause.fault ?? resume.fault ?? cancel.fault;
  return (
    <>
      <span className={classes.fetchLine}>
        <span className={classes.fetchSubject}>
          {fetchSubject(fetch, labelOf(firstDeviceId), format)}
        </span>
        <span>{fetchStatus(fetch, format)}</span>
        {phase === 'running' && nextCallAt !== null && <Wait forLimit at={nextCallAt} />}
        {phase === 'paused' && resumesAt !== null && <Wait at={resumesAt} />}
        {isOpen && (
          <Progress.Root size="sm" className={classes.progress}>
            <Progress.Section
              value={slicesDone === 0 ? 0 : (100 * slicesDone) / (slicesDone + callsLeft)}
              aria-label={t('history.fetch.progress')}
              animated={phase === 'running'}
            />
          </Progress.Root>
        )}
        {phase === 'running' && (
          <ActionButton
            size="compact-xs"
            icon={IconPlayerPause}
            onClick={() => void pause.run({ id })}
          >
            {t('history.fetch.pause')}
          </ActionButton>
        )}
        {resumeLabel && (
          <ActionButton
            size="compact-xs"
            icon={IconPlayerPlay}
            onClick={() => void resume.run({ id })}
          >
            {t(resumeLabel)}
          </ActionButton>
        )}
        {isOpen && (
          <ActionButton size="compact-xs" icon={IconX} onClick={() => void cancel.run({ id })}>
            {phase === 'interrupted' ? t('history.fetch.discard') : t('common.cancel')}
          </ActionButton>
        )}
      </span>
      {fetch.fault && <FaultNotice fault={fetch.fault} context="open" />}
      {fault && <FaultNotice fault={fault} context="open" />}
    </>
  );
}

/** The buttons that continue a fetch. */
const resumeLabels: Partial<Record<FetchState['phase'], PlainKey>> = {
  paused: 'history.fetch.resume',
  interrupted: 'history.fetch.resume',
  failed: 'common.tryAgain',
};

const shortWaitMs = 3_000;

/** Until when a fetch waits. Short waits for the call limit are not mentioned. */
function Wait({ at, forLimit = false }: { at: number; forLimit?: boolean }) {
  const now = useNow();
  const { t, until } = useFormat();
  if (forLimit && at - now < shortWaitMs) return null;
  const key = forLimit ? 'history.fetch.waitsForLimit' : 'history.fetch.resumes';
  return <span>{t(key, { when: until(at, now) })}</span>;
}
