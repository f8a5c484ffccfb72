import { Button, Progress } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { FetchPlan, FetchState, LogKind, Range } from '#shared/domain/history';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { until } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { fetchSentence, fetchShare, planSentence } from './fetch-words';
import classes from './history.module.css';
import { useFetches } from './store';

interface FetchBarProps {
  log: LogKind;
  deviceIds: readonly string[];
  /** null: nothing is chosen yet. */
  range: Range | null;
  /** What a fetch is called on its button: "Fetch". */
  verb?: string;
}

/** What the service would have to be asked for, what that costs, and how it goes. */
export function FetchBar({ log, deviceIds, range, verb = 'Fetch' }: FetchBarProps) {
  const fetches = useFetches(log);
  const open = fetches.filter(({ phase }) => phase === 'running' || phase === 'paused');
  const last = fetches.at(-1);
  const progress = open.map(({ id, phase }) => `${id} ${phase}`).join() + (last?.phase ?? '');
  const plan = usePlan(log, deviceIds, range, progress);
  const format = useFormat();
  const start = useAction(api.history.fetch);
  const isFetched = range !== null && fetches.some((fetch) => isOf(fetch, deviceIds, range));
  return (
    <div className={classes.fetchBar}>
      {plan && range && open.length === 0 && (
        <span className={classes.fetchLine}>
          <span aria-live="polite">
            {isFetched && plan.calls > 0
              ? 'All of this time is here; of its last hours late records may still come.'
              : planSentence(plan, deviceIds.length, format)}
          </span>
          {plan.calls > 0 && (
            <Button
              size="compact-xs"
              loading={start.isBusy}
              leftSection={<IconDownload size={13} aria-hidden />}
              onClick={() => void start.run({ log, deviceIds: [...deviceIds], range })}
            >
              {isFetched ? 'Ask again' : verb} ({format.counted(plan.calls, 'call')})
            </Button>
          )}
        </span>
      )}
      {open.map((fetch) => (
        <FetchLine key={fetch.id} fetch={fetch} />
      ))}
      {open.length === 0 && last && last.phase !== 'done' && <FetchLine fetch={last} />}
      {start.fault && <FaultNotice fault={start.fault} context="open" onDismiss={start.dismiss} />}
    </div>
  );
}

/** Whether a fetch was for exactly this, and is done. */
function isOf(fetch: FetchState, deviceIds: readonly string[], range: Range): boolean {
  return (
    fetch.phase === 'done' &&
    fetch.from <= range.from &&
    fetch.to >= range.to &&
    deviceIds.every((id) => fetch.deviceIds.includes(id))
  );
}

function FetchLine({ fetch }: { fetch: FetchState }) {
  const format = useFormat();
  const pause = useAction(api.history.pauseFetch);
  const resume = useAction(api.history.resumeFetch);
  const cancel = useAction(api.history.cancelFetch);
  const isOpen = fetch.phase === 'running' || fetch.phase === 'paused';
  return (
    <>
      <span className={classes.fetchLine}>
        <span>{fetchSentence(fetch, format)}</span>
        {fetch.phase === 'paused' && fetch.resumesAt !== null && <Resumes at={fetch.resumesAt} />}
        {isOpen && (
          <Progress.Root size="sm" className={classes.progress}>
            <Progress.Section
              value={fetchShare(fetch) * 100}
              aria-label="Progress of the fetch"
              animated={fetch.phase === 'running'}
            />
          </Progress.Root>
        )}
        {fetch.phase === 'running' && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPause size={13} aria-hidden />}
            onClick={() => void pause.run({ id: fetch.id })}
          >
            Pause
          </Button>
        )}
        {(fetch.phase === 'paused' || fetch.phase === 'failed') && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPlay size={13} aria-hidden />}
            onClick={() => void resume.run({ id: fetch.id })}
          >
            Resume
          </Button>
        )}
        {isOpen && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconX size={13} aria-hidden />}
            onClick={() => void cancel.run({ id: fetch.id })}
          >
            Cancel
          </Button>
        )}
      </span>
      {fetch.fault && <FaultNotice fault={fetch.fault} context="open" />}
    </>
  );
}

function Resumes({ at }: { at: number }) {
  const now = useNow();
  return <span>It goes on by itself {until(at, now)}.</span>;
}

/** The cost of what is chosen, asked again whenever a fetch begins or ends. */
function usePlan(
  log: LogKind,
  deviceIds: readonly string[],
  range: Range | null,
  progress: string,
): FetchPlan | null {
  const [plan, setPlan] = useState<FetchPlan | null>(null);
  const key = deviceIds.join('\n');
  const from = range?.from ?? null;
  const to = range?.to ?? null;
  useEffect(() => {
    const ids = key === '' ? [] : key.split('\n');
    if (ids.length === 0 || from === null || to === null) {
      setPlan(null);
      return;
    }
    let isCurrent = true;
    void api.history.plan({ log, deviceIds: ids, range: { from, to } }).then((outcome) => {
      if (isCurrent) setPlan(outcome.ok ? outcome.value : null);
    });
    return () => {
      isCurrent = false;
    };
  }, [log, key, from, to, progress]);
  return plan;
}
