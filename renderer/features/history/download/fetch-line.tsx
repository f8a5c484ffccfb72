import { Button, Progress } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { FetchState } from '#shared/domain/history';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { until } from '#lib/format';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { useDeviceLabels } from '../device-labels';
import { fetchSentence, fetchShare, fetchSubject } from './fetch-messages';
import classes from '../history.module.css';

/** What pressing "go on" is called where a fetch does not run. */
const resumeWords: Partial<Record<FetchState['phase'], string>> = {
  paused: 'Resume',
  interrupted: 'Resume',
  failed: 'Try again',
};

/** How one fetch goes, and what can be done about it. */
export function FetchLine({ fetch }: { fetch: FetchState }) {
  const { id, phase, firstDeviceId } = fetch;
  const format = useFormat();
  const labelOf = useDeviceLabels(useMemo(() => [firstDeviceId], [firstDeviceId]));
  const pause = useAction(api.history.pauseFetch);
  const resume = useAction(api.history.resumeFetch);
  const cancel = useAction(api.history.cancelFetch);
  const isOpen = phase === 'running' || phase === 'paused' || phase === 'interrupted';
  const resumeWord = resumeWords[phase];
  const fault = pause.fault ?? resume.fault ?? cancel.fault;
  return (
    <>
      <span className={classes.fetchLine}>
        <span className={classes.fetchSubject}>
          {fetchSubject(fetch, labelOf(firstDeviceId), format)}
        </span>
        <span>{fetchSentence(fetch, format)}</span>
        {phase === 'running' && fetch.nextCallAt !== null && <Waits until={fetch.nextCallAt} />}
        {phase === 'paused' && fetch.resumesAt !== null && <Resumes at={fetch.resumesAt} />}
        {isOpen && (
          <Progress.Root size="sm" className={classes.progress}>
            <Progress.Section
              value={fetchShare(fetch) * 100}
              aria-label="Progress of the fetch"
              animated={phase === 'running'}
            />
          </Progress.Root>
        )}
        {phase === 'running' && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPause size={13} aria-hidden />}
            onClick={() => void pause.run({ id })}
          >
            Pause
          </Button>
        )}
        {resumeWord && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPlay size={13} aria-hidden />}
            onClick={() => void resume.run({ id })}
          >
            {resumeWord}
          </Button>
        )}
        {isOpen && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconX size={13} aria-hidden />}
            onClick={() => void cancel.run({ id })}
          >
            {phase === 'interrupted' ? 'Discard' : 'Cancel'}
          </Button>
        )}
      </span>
      {fetch.fault && <FaultNotice fault={fetch.fault} context="open" />}
      {fault && <FaultNotice fault={fault} context="open" />}
    </>
  );
}

const shortWaitMs = 3_000;

/** Why nothing seems to happen; a wait that is over at once needs no words. */
function Waits({ until: at }: { until: number }) {
  const now = useNow();
  if (at - now < shortWaitMs) return null;
  return (
    <span>The call limit of this minute is reached; the next call is made {until(at, now)}.</span>
  );
}

function Resumes({ at }: { at: number }) {
  const now = useNow();
  return <span>Resumes automatically {until(at, now)}.</span>;
}
