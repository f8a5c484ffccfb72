import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { FetchPlan, LogKind, Range } from '#shared/domain/history';
import type { Fault } from '#shared/fault';
import { useSettings } from '#features/settings';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from '../history-texts';
import { FetchLine } from './fetch-line';
import { fetchLabels, isDownloaded, isShort, planSentence } from './fetch-messages';
import classes from '../history.module.css';
import { useFetches } from '../store';

interface FetchBarProps {
  log: LogKind;
  deviceIds: readonly string[];
  /** null: nothing is chosen yet. */
  range: Range | null;
  label?: keyof typeof fetchLabels;
  /** Ranges that cost few calls are fetched without being asked for. */
  loadsShortRanges?: boolean;
  /** A documented kind of alert, which can be fetched alone; null or absent: none. */
  alertName?: string | null;
}

/** The cost of a fetch, the button to start it, and the progress of running ones. */
export function FetchBar({
  log,
  deviceIds,
  range,
  label = 'fetch',
  loadsShortRanges = false,
  alertName = null,
}: FetchBarProps) {
  const fetches = useFetches(log);
  const { historySettleHours: settleHours } = useSettings();
  const active = fetches.filter(({ phase }) => phase === 'running' || phase === 'paused');
  const interrupted = fetches.filter(({ phase }) => phase === 'interrupted');
  const last = fetches.at(-1);
  const showsLast = last !== undefined && (last.phase !== 'done' || last.incompleteDays > 0);
  const progress = fetches.map(({ id, phase }) => `${id} ${phase}`).join();
  const { plan, fault, isOfChoice, choice } = usePlan(
    log,
    deviceIds,
    range,
    `${progress} ${settleHours}`,
  );
  const format = useFormat();
  const start = useAction(api.history.fetch);
  const isOffline = useStore(statusMirror, ({ value }) => value?.mode === 'offline');
  const loaded = useRef<string | null>(null);
  const loadsNow =
    loadsShortRanges &&
    isOfChoice &&
    isShort(plan) &&
    active.length === 0 &&
    !start.isBusy &&
    !isOffline;
  useEffect(() => {
    // Once for each choice: a fetch that failed is repeated by the user.
    if (!loadsNow || !range || loaded.current === choice) return;
    loaded.current = choice;
    void start.run({ log, deviceIds: [...deviceIds], range });
  }, [loadsNow, choice, range, log, deviceIds, start]);
  const calls = format.counted(plan?.calls ?? 0, 'call');
  const context = range && { devices: deviceIds.length, range, now: clock.now(), settleHours };
  return (
    <div className={classes.fetchBar}>
      {plan && range && context && active.length === 0 && (
        <span className={classes.fetchLine}>
          <span aria-live="polite">{planSentence(plan, context, format)}</span>
          {plan.calls > 0 && (
            <Button
              size="compact-xs"
              loading={start.isBusy}
              disabled={!isOfChoice}
              leftSection={<IconDownload size={13} aria-hidden />}
              onClick={() => void start.run({ log, deviceIds: [...deviceIds], range })}
            >
              {(isDownloaded(plan) ? fetchLabels.again : fetchLabels[label])(calls)}
            </Button>
          )}
          {plan.calls > 0 && alertName !== null && (
            <Button
              size="compact-xs"
              variant="default"
              loading={start.isBusy}
              disabled={!isOfChoice}
              title={texts.theOtherKindsOfThis}
              onClick={() => void start.run({ log, deviceIds: [...deviceIds], range, alertName })}
            >
              {fetchLabels.onlyKind(calls)}
            </Button>
          )}
        </span>
      )}
      {[...active, ...interrupted].map((fetch) => (
        <FetchLine key={fetch.id} fetch={fetch} />
      ))}
      {active.length === 0 && interrupted.length === 0 && showsLast && <FetchLine fetch={last} />}
      {fault && <FaultNotice fault={fault} context="open" />}
      {start.fault && <FaultNotice fault={start.fault} context="open" onDismiss={start.dismiss} />}
    </div>
  );
}

interface Planned {
  /** The choice for which it was requested. */
  of: string;
  plan: FetchPlan | null;
  fault: Fault | null;
}
const unplanned: Planned = { of: '', plan: null, fault: null };

/** The cost of the choice, requested again whenever a fetch begins or ends. */
function usePlan(
  log: LogKind,
  deviceIds: readonly string[],
  range: Range | null,
  progress: string,
): Planned & { isOfChoice: boolean; choice: string } {
  const [planned, setPlanned] = useState<Planned>(unplanned);
  const key = deviceIds.join('\n');
  const from = range?.from ?? null;
  const to = range?.to ?? null;
  const choice = `${log} ${from} ${to} ${key}`;
  useEffect(() => {
    const ids = key === '' ? [] : key.split('\n');
    if (ids.length === 0 || from === null || to === null) {
      setPlanned(unplanned);
      return;
    }
    let isCurrent = true;
    void api.history.plan({ log, deviceIds: ids, range: { from, to } }).then((outcome) => {
      if (!isCurrent) return;
      setPlanned(
        outcome.ok
          ? { of: choice, plan: outcome.value, fault: null }
          : { of: choice, plan: null, fault: outcome.fault },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [log, key, from, to, choice, progress]);
  // A fetch must not start before its own cost is known.
  return { ...planned, choice, isOfChoice: planned.of === choice };
}
