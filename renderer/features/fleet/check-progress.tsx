import { Anchor } from '@mantine/core';
import { useStore } from 'zustand';
import { statusMirror } from '#features/status';
import { duration } from '#lib/format';
import { useFormat } from '#lib/use-format';
import classes from './devices.module.css';
import { messages } from './fleet-texts';
import { partChecked } from './fleet-query';
import { useFleet } from './fleet-store';
import { texts } from './fleet-texts';

/** A fleet that is checked sooner needs no line, which would come and go at every start. */
const shownFromSeconds = 600;

/** How much of a large fleet was checked, and how long the rest takes. Nothing once all of it was. */
export function CheckProgress() {
  const checked = useFleet(partChecked);
  const total = useFleet(({ view }) => view?.total ?? 0);
  const status = useStore(statusMirror, ({ value }) => value);
  const { count, counted } = useFormat();
  if (checked === null || !status || status.longestCheckSeconds < shownFromSeconds) return null;
  const isChecking = status.mode !== 'offline' && status.refreshPause === null;
  const devices = counted(total, 'device');
  return (
    <p className={classes.progress} role="note">
      {isChecking
        ? messages.checkedWithin(
            count(checked),
            devices,
            duration(status.longestCheckSeconds),
            counted(status.callsPerMinute, 'call'),
          )
        : messages.checkedSoFar(count(checked), devices)}
      <Anchor href="#/settings" size="xs" draggable={false}>
        {texts.limitOfCalls}
      </Anchor>
    </p>
  );
}
