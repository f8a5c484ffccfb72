import { Button, Progress } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { FetchState } from '#shared/domain/history';
import { useDeviceNames } from '#features/edits';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from '../history-texts';
import { fetchSentence, fetchShare, fetchSubject, waitMessages } from './fetch-messages';
import classes from '../history.module.css';

/** The label of the button that continues a fetch. */
const resumeLabels: Partial<Record<FetchState['phase'], string>> = {
  paused: texts.resume,
  interrupted: texts.resume,
  failed: texts.tryAgain,
};

/** The progress of a fetch, with buttons to pause, resume and cancel it. */
export function FetchLine({ fetch }: { fetch: FetchState }) {
  const { id, phase, firstDeviceId } = fetch;
  const format = useFormat();
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
        <span>{fetchSentence(fetch, format)}</span>
        {phase === 'running' && fetch.nextCallAt !== null && (
          <WaitsForLimit until={fetch.nextCallAt} />
        )}
        {phase === 'paused' && fetch.resumesAt !== null && <Resumes at={fetch.resumesAt} />}
        {isOpen && (
          <Progress.Root size="sm" className={classes.progress}>
            <Progress.Section
              value={fetchShare(fetch) * 100}
              aria-label={texts.progressOfTheFetch}
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
            {texts.pause}
          </Button>
        )}
        {resumeLabel && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPlay size={13} aria-hidden />}
            onClick={() => void resume.run({ id })}
          >
            {resumeLabel}
          </Button>
        )}
        {isOpen && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconX size={13} aria-hidden />}
            onClick={() => void cancel.run({ id })}
          >
            {phase === 'interrupted' ? texts.discard : commonTexts.cancel}
          </Button>
        )}
      </span>
      {fetch.fault && <FaultNotice fault={fetch.fault} context="open" />}
      {fault && <FaultNotice fault={fault} context="open" />}
    </>
  );
}

const shortWaitMs = 3_000;

/** Explains a wait for the call limit; short waits are not mentioned. */
function WaitsForLimit({ until: at }: { until: number }) {
  const now = useNow();
  if (at - now < shortWaitMs) return null;
  return <span>{waitMessages.forLimit(at, now)}</span>;
}

function Resumes({ at }: { at: number }) {
  const now = useNow();
  return <span>{waitMessages.resumes(at, now)}</span>;
}
