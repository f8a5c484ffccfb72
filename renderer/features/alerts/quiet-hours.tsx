import { Group, Stack, Switch } from '@mantine/core';
import type { SettingProps } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { TimeField } from '#ui/date-field';

const usualQuiet = { from: 22 * 60, to: 6 * 60 };

/** When no notifications are shown; for the settings page. */
export function QuietHours({ settings: { quietHours }, save }: SettingProps) {
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
