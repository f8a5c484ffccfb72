import { Group, Stack, Switch } from '@mantine/core';
import { SettingsSection, type Setting, type SettingProps } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { TimeField } from '#ui/date-field';

const settings: Setting[] = [
  {
    kind: 'select',
    key: 'notifyAlerts',
    label: 'alerts.settings.alerts',
    options: [
      ['all', 'alerts.settings.alerts.all'],
      ['critical', 'alerts.settings.alerts.critical'],
      ['off', 'alerts.settings.alerts.none'],
    ],
  },
  { kind: 'switch', key: 'notifyWarnings', label: 'alerts.settings.warnings' },
  {
    kind: 'optionalNumber',
    key: 'notifySilentHours',
    label: 'alerts.settings.silent',
    unit: 'alerts.settings.silent.unit',
    description: 'alerts.settings.silent.help',
    usual: 24,
  },
  {
    kind: 'optionalNumber',
    key: 'notifyFrozenMinutes',
    label: 'alerts.settings.frozen',
    unit: 'alerts.settings.frozen.unit',
    description: 'alerts.settings.frozen.help',
    usual: 60,
  },
  {
    kind: 'optionalNumber',
    key: 'notifyBatteryBelow',
    label: 'alerts.settings.battery',
    unit: 'alerts.settings.battery.unit',
    description: 'alerts.settings.battery.help',
    usual: 15,
  },
  {
    kind: 'optionalNumber',
    key: 'notifyQuotaPercent',
    label: 'alerts.settings.quota',
    unit: 'alerts.settings.quota.unit',
    description: 'alerts.settings.quota.help',
    usual: 90,
  },
  { kind: 'switch', key: 'notifyKeyTrouble', label: 'alerts.settings.key' },
  {
    kind: 'switch',
    key: 'notifyWithoutNames',
    label: 'alerts.settings.noNames',
    description: 'alerts.settings.noNames.help',
  },
  {
    kind: 'number',
    key: 'notifyCoolDownMinutes',
    label: 'alerts.settings.repeat',
    description: 'alerts.settings.repeat.help',
  },
  {
    kind: 'custom',
    key: 'quietHours',
    byDefault: ({ t }) => t('settings.off'),
    Component: QuietHours,
  },
];

/** Which notifications are shown, when and how often; for the settings page. */
export function LiveAlertSettings() {
  const { t } = useFormat();
  return (
    <SettingsSection
      title={t('alerts.notifications')}
      note={t('alerts.settings.help')}
      settings={settings}
    />
  );
}

const usualQuiet = { from: 22 * 60, to: 6 * 60 };

function QuietHours({ settings: { quietHours }, save }: SettingProps) {
  const { t, timeZone } = useFormat();
  return (
    <Stack gap={6}>
      <Switch
        label={t('alerts.settings.quiet')}
        description={t('alerts.settings.quiet.help', { zone: timeZone })}
        checked={quietHours !== null}
        onChange={(event) => save({ quietHours: event.currentTarget.checked ? usualQuiet : null })}
      />
      {quietHours && (
        <Group gap="xs" align="end">
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={
                end === 'from' ? t('alerts.settings.quiet.from') : t('alerts.settings.quiet.to')
              }
              value={quietHours[end]}
              onChange={(minute) => save({ quietHours: { ...quietHours, [end]: minute } })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
