import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { allDevices, callsForHelp } from '#shared/domain/alert-rules';
import { clock, useNow } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { texts } from './alerts-texts';
import { snooze, snoozeLengths, snoozes } from './snooze';
import { snoozeMessages } from './snooze-messages';
import classes from './alerts.module.css';

const hourMs = 3_600_000;

/**
 * The bell of the head: snoozes the notifications of all devices, and says so for as long as it lasts. A call
 * for help (SOS) is notified all the same, unless the user confirms that it is not to be.
 */
export function NotificationBell() {
  const untilById = useStore(snoozes);
  const now = useNow(10_000);
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const until = untilById[allDevices] ?? 0;
  const sosUntil = untilById[callsForHelp] ?? 0;
  const isSnoozed = until > now;
  const time = format.day(until) === format.day(now) ? format.time(until) : format.moment(until);
  const Icon = isSnoozed ? IconBellOff : IconBell;
  return (
    <div className={classes.bell}>
      {isSnoozed && (
        <span className={classes.snoozedSign} role="note">
          {sosUntil > now
            ? snoozeMessages.snoozedWithSosUntil(time)
            : snoozeMessages.snoozedUntil(time)}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void snooze('all', null, format)}
          >
            {texts.endSnooze}
          </Button>
        </span>
      )}
      <Menu position="bottom-end" width={300} withArrow>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color={isSnoozed ? 'orange' : 'gray'}
            aria-label={texts.notifications}
            title={texts.notifications}
          >
            <Icon size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.notificationsOfAllDevices}</Menu.Label>
          {snoozeLengths.map(([hours, text]) => (
            <Menu.Item
              key={hours}
              onClick={() => void snooze('all', clock.now() + hours * hourMs, format)}
            >
              {text}
            </Menu.Item>
          ))}
          <Menu.Label>{texts.callsForHelpStillNotify}</Menu.Label>
          {isSnoozed && sosUntil <= now && (
            <Menu.Item onClick={() => setAsking(true)}>{texts.silenceCallsForHelpToo}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.silenceCallsForHelpTitle}
      >
        <Text size="sm">{snoozeMessages.silencesCallsForHelp(time)}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)}>
            {texts.keepCallsForHelp}
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              setAsking(false);
              void snooze('allWithCallsForHelp', until, format);
            }}
          >
            {texts.silenceCallsForHelp}
          </Button>
        </Group>
      </Dialog>
    </div>
  );
}
