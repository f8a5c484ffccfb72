import { Button } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { allDevices, callsForHelp } from '#shared/domain/alert-rules';
import { useDeviceNames } from '#features/edits';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { texts } from './alerts-texts';
import { readSnoozes, snooze, snoozeLengths, snoozes } from './snooze';
import classes from './alerts.module.css';
import { snoozeMessages } from './snooze-messages';

const hourMs = 3_600_000;
/** The snoozed devices, and buttons to snooze all. */
export function Snoozes() {
  const untilById = useStore(snoozes);
  const now = useNow(10_000);
  const format = useFormat();
  useEffect(() => void readSnoozes(), []);
  const open = Object.entries(untilById).filter(
    ([id, until]) => until > now && id !== callsForHelp,
  );
  const labelOf = useDeviceNames(
    useMemo(
      () => Object.keys(untilById).filter((id) => id !== allDevices && id !== callsForHelp),
      [untilById],
    ),
  );
  const textOf = (id: string, until: number) => {
    if (id !== allDevices) return snoozeMessages.lasts(labelOf(id), until, format);
    return (untilById[callsForHelp] ?? 0) > now
      ? snoozeMessages.allWithSosLast(until, format)
      : snoozeMessages.lasts(null, until, format);
  };
  return (
    <div className={classes.optional}>
      <div className={classes.times}>
        {snoozeLengths.map(([hours, text]) => (
          <Button
            key={hours}
            size="compact-sm"
            variant="default"
            onClick={() => void snooze('all', now + hours * hourMs, format)}
          >
            {text}
          </Button>
        ))}
      </div>
      {open.length > 0 && (
        <ul className={classes.snoozes} aria-label={texts.snoozed}>
          {open.map(([id, until]) => (
            <li key={id}>
              {textOf(id, until)}
              <Button
                size="compact-xs"
                variant="default"
                onClick={() =>
                  void snooze(
                    id === allDevices ? 'all' : { deviceId: id, label: labelOf(id) },
                    null,
                    format,
                  )
                }
              >
                {texts.endSnooze}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
