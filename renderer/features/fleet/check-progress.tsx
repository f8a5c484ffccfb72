import { Anchor, Popover } from '@mantine/core';
import { useStore } from 'zustand';
import { SettingsSection, type Setting } from '#features/settings';
import { statusMirror } from '#features/status';
import { duration } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { partChecked } from './filters';
import { useFleet } from './fleet-store';
import { messages, texts } from './fleet-texts';
import classes from './fleet.module.css';

/** A fleet that is checked sooner needs no line, which would come and go at every start. */
const shownFromSeconds = 600;

const limit: Setting[] = [
  {
    kind: 'number',
    key: 'callsPerMinute',
    label: texts.callsPerMinute,
    description: texts.callsPerMinuteNote,
  },
];

/** How much of a large fleet was checked, and how long the rest takes. Nothing once all of it was. */
export function CheckProgress() {
  const checked = useFleet(partChecked);
  const total = useFleet(({ view }) => view?.total ?? 0);
  const status = useStore(statusMirror, ({ value }) => value);
  const { count, counted } = useFormat();
  if (checked === null || !status || status.longestCheckSeconds < shownFromSeconds) return null;
  const isChecking = status.mode !== 'offline' && status.refreshPause === null;
  const devices = counted(total, 'device');
  const restMinutes = Math.ceil((status.longestCheckSeconds * (1 - checked / total)) / 60);
  return (
    <div className={classes.progress} role="note">
      {isChecking
        ? messages.checkedShare(
            Math.floor((100 * checked) / total),
            devices,
            duration(restMinutes * 60),
            counted(status.callsPerMinute, 'call'),
          )
        : messages.checkedSoFar(count(checked), devices)}
      {status.callRate.setting !== null && (
        <Popover position="bottom-start" withArrow trapFocus returnFocus width={340}>
          <Popover.Target>
            <Anchor component="button" type="button" size="xs">
              {texts.changeLimit}
            </Anchor>
          </Popover.Target>
          <Popover.Dropdown>
            <SettingsSection title={texts.limitOfCalls} settings={limit} />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}
