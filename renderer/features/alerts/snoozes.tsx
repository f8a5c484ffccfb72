import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDeviceLabels } from '#features/history';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import classes from './alerts.module.css';

const hourMs = 3_600_000;
const lengths = [
  [1, 'Snooze 1 hour'],
  [4, 'Snooze 4 hours'],
  [24, 'Snooze 1 day'],
] as const;

/** The snoozed devices, and buttons to snooze all. */
export function Snoozes() {
  const [snoozes, setSnoozes] = useState<Record<string, number>>({});
  const now = useNow(10_000);
  const format = useFormat();
  const read = useCallback(async () => {
    const outcome = await api.alerts.snoozes();
    if (outcome.ok) setSnoozes(outcome.value);
  }, []);
  useEffect(() => void read(), [read]);
  const open = Object.entries(snoozes).filter(([, until]) => until > now);
  const labelOf = useDeviceLabels(
    useMemo(() => Object.keys(snoozes).filter((id) => id !== ''), [snoozes]),
  );
  const snooze = async (deviceId: string | null, until: number | null) => {
    await api.alerts.snooze({ deviceId, until });
    await read();
  };
  return (
    <div className={classes.optional}>
      <div className={classes.times}>
        {lengths.map(([hours, text]) => (
          <Button
            key={hours}
            size="compact-sm"
            variant="default"
            onClick={() => void snooze(null, now + hours * hourMs)}
          >
            {text}
          </Button>
        ))}
      </div>
      {open.length > 0 && (
        <ul className={classes.snoozes} aria-label="Snoozed">
          {open.map(([id, until]) => (
            <li key={id}>
              {id === '' ? 'All devices' : labelOf(id)} until {format.moment(until)}
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => void snooze(id === '' ? null : id, null)}
              >
                End snooze
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
