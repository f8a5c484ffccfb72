import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { AlertEntry } from '#shared/domain/alert';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { showFault } from '#lib/fault-toast';
import { useFormat } from '#lib/use-format';
import { texts } from './alerts-texts';
import { snooze } from './snooze';
import { snoozeMessages } from './snooze-messages';
import classes from './alerts.module.css';
import { messages } from './alert-messages';

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
  const format = useFormat();
  const changed = async (change: ReturnType<typeof api.alerts.acknowledge>) => {
    const outcome = await change;
    if (!outcome.ok) showFault(snoozeMessages.acknowledgementNotChanged, outcome.fault);
  };
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={messages.actions(rowLabel)}
          title={texts.actions}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {acknowledged ? (
          <Menu.Item onClick={() => void changed(api.alerts.unacknowledge({ ids: [id] }))}>
            {texts.withdrawAcknowledgement}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => void changed(api.alerts.acknowledge({ ids: [id], note: '' }))}>
            {texts.acknowledge}
          </Menu.Item>
        )}
        <Menu.Item
          onClick={() => void snooze({ deviceId, label }, clock.now() + 4 * hourMs, format)}
        >
          {texts.muteFor4H}
          <span className={classes.itemNote}>{messages.notificationsOf(label)}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
