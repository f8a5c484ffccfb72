import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { AlertEntry } from '#shared/domain/alert-log';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import classes from './alerts.module.css';

const hourMs = 3_600_000;

interface AlertRowMenuProps {
  entry: AlertEntry;
  /** The name of the device. */
  label: string;
  rowLabel: string;
}

/** What can be done with one alert. */
export function AlertRowMenu({ entry, label, rowLabel }: AlertRowMenuProps) {
  const { id, deviceId, acknowledged } = entry;
  const snooze = (device: string | null, hours: number) =>
    void api.alerts.snooze({ deviceId: device, until: clock.now() + hours * hourMs });
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Actions: ${rowLabel}`}
          title="Actions"
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {acknowledged ? (
          <Menu.Item onClick={() => void api.alerts.unacknowledge({ ids: [id] })}>
            Withdraw acknowledgement
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => void api.alerts.acknowledge({ ids: [id], note: '' })}>
            Acknowledge
          </Menu.Item>
        )}
        <Menu.Item onClick={() => snooze(null, 1)}>
          Snooze 1 hour
          <span className={classes.itemNote}>Notifications of all devices</span>
        </Menu.Item>
        <Menu.Item onClick={() => snooze(deviceId, 4)}>
          Mute for 4 h<span className={classes.itemNote}>{`Notifications of ${label}`}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
