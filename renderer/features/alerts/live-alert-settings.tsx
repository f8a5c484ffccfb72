import { Group, Stack, Switch } from '@mantine/core';
import { SettingsSection, type Setting, type SettingProps } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { TimeField } from '#ui/date-field';
import { clockText, texts } from './alerts-texts';

const settings: Setting[] = [
  {
    kind: 'select',
    key: 'notifyAlerts',
    label: texts.alertsThatDevicesSend,
    options: [
      ['all', texts.allOfThem],
      ['critical', texts.onlyThoseMarkedCriticalIn],
      ['off', texts.none],
    ],
  },
  { kind: 'switch', key: 'notifyWarnings', label: texts.warningsThatDevicesSend },
  {
    kind: 'optionalNumber',
    key: 'notifySilentHours',
    label: texts.aDeviceHasBeenSilent,
    unit: texts.forLongerThanHours,
    description: texts.noFixCameForSo,
    usual: 24,
  },
  {
    kind: 'optionalNumber',
    key: 'notifyFrozenMinutes',
    label: texts.aDeviceReportsMovementBut,
    unit: texts.forLongerThanMinutes,
    description: texts.itsReceiverMayHaveLost,
    usual: 60,
  },
  {
    kind: 'optionalNumber',
    key: 'notifyBatteryBelow',
    label: texts.aDevicesBatteryIsLow,
    unit: texts.below,
    description: texts.notifiedOnceUntilItHas,
    usual: 15,
  },
  {
    kind: 'optionalNumber',
    key: 'notifyQuotaPercent',
    label: texts.aDeviceNearsItsDaily,
    unit: texts.fromOfTheLimit,
    description: texts.pastTheLimitNoMore,
    usual: 90,
  },
  { kind: 'switch', key: 'notifyKeyTrouble', label: texts.theServiceRefusesTheKey },
  {
    kind: 'switch',
    key: 'notifyWithoutNames',
    label: texts.hideNamesInNotifications,
    description: texts.notificationsAppearOnTheLock,
  },
  {
    kind: 'number',
    key: 'notifyCoolDownMinutes',
    label: texts.repeatANotificationAfterMinutes,
    description: texts.theWaitDoublesWhileThe,
  },
  { kind: 'custom', key: 'quietHours', Component: QuietHours },
];

/** Which notifications are shown, when and how often; for the settings page. */
export function LiveAlertSettings() {
  return (
    <SettingsSection
      title={texts.notifications}
      note={texts.notificationsUseDataThatIs}
      settings={settings}
    />
  );
}

const usualQuiet = { from: 22 * 60, to: 6 * 60 };

function QuietHours({ settings: { quietHours }, save }: SettingProps) {
  const { timeZone } = useFormat();
  return (
    <Stack gap={6}>
      <Switch
        label={texts.quietHours}
        description={texts.noNotificationsInThisTime(timeZone)}
        checked={quietHours !== null}
        onChange={(event) => save({ quietHours: event.currentTarget.checked ? usualQuiet : null })}
      />
      {quietHours && (
        <Group gap="xs" align="end">
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={end === 'from' ? texts.from : texts.to}
              value={clockText(quietHours[end])}
              onChange={(minute) => save({ quietHours: { ...quietHours, [end]: minute } })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
