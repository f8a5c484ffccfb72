import { Box, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import type { Settings } from '#shared/domain/settings';
import { NumberSetting, useSettings } from '#features/settings';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { TimeField } from '#ui/date-field';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { clockText, texts } from './alerts-texts';
import { Snoozes } from './snooze';

type Save = (part: Partial<Settings>) => void;

/** Which notifications are shown, when and how often; for the settings page. */
export function LiveAlertSettings() {
  const settings = useSettings();
  const change = useAction(api.settings.change);
  const save: Save = (part) => void change.run(part);
  return (
    <section className={page.card} aria-label={texts.notifications}>
      <h2 className={page.subtitle}>{texts.notifications}</h2>
      <span className={page.quiet}>{texts.notificationsUseDataThatIs}</span>
      {change.fault && <FaultNotice fault={change.fault} context="open" />}
      <NativeSelect
        label={texts.alertsThatDevicesSend}
        value={settings.notifyAlerts}
        data={[
          { value: 'all', label: texts.allOfThem },
          { value: 'critical', label: texts.onlyThoseMarkedCriticalIn },
          { value: 'off', label: texts.none },
        ]}
        onChange={(event) =>
          save({ notifyAlerts: event.currentTarget.value as Settings['notifyAlerts'] })
        }
      />
      <Switch
        label={texts.warningsThatDevicesSend}
        checked={settings.notifyWarnings}
        onChange={(event) => save({ notifyWarnings: event.currentTarget.checked })}
      />
      {optional.map((field) => (
        <OptionalNumber key={field.name} field={field} settings={settings} save={save} />
      ))}
      <Switch
        label={texts.theServiceRefusesTheKey}
        checked={settings.notifyKeyTrouble}
        onChange={(event) => save({ notifyKeyTrouble: event.currentTarget.checked })}
      />
      <Switch
        label={texts.hideNamesInNotifications}
        description={texts.notificationsAppearOnTheLock}
        checked={settings.notifyWithoutNames}
        onChange={(event) => save({ notifyWithoutNames: event.currentTarget.checked })}
      />
      <NumberSetting
        label={texts.repeatANotificationAfterMinutes}
        description={texts.theWaitDoublesWhileThe}
        value={settings.notifyCoolDownMinutes}
        min={1}
        max={1440}
        decimals={1}
        onSave={(notifyCoolDownMinutes) => save({ notifyCoolDownMinutes })}
      />
      <QuietHours settings={settings} save={save} />
      <Snoozes />
    </section>
  );
}

interface OptionalField {
  name: 'notifySilentHours' | 'notifyFrozenMinutes' | 'notifyBatteryBelow' | 'notifyQuotaPercent';
  label: string;
  unit: string;
  description: string;
  usual: number;
  min: number;
  max: number;
  decimals: number;
}

const optional: readonly OptionalField[] = [
  {
    name: 'notifySilentHours',
    label: texts.aDeviceHasBeenSilent,
    unit: texts.forLongerThanHours,
    description: texts.noFixCameForSo,
    usual: 24,
    min: 0.25,
    max: 720,
    decimals: 2,
  },
  {
    name: 'notifyFrozenMinutes',
    label: texts.aDeviceReportsMovementBut,
    unit: texts.forLongerThanMinutes,
    description: texts.itsReceiverMayHaveLost,
    usual: 60,
    min: 5,
    max: 1440,
    decimals: 1,
  },
  {
    name: 'notifyBatteryBelow',
    label: texts.aDevicesBatteryIsLow,
    unit: texts.below,
    description: texts.notifiedOnceUntilItHas,
    usual: 15,
    min: 1,
    max: 99,
    decimals: 0,
  },
  {
    name: 'notifyQuotaPercent',
    label: texts.aDeviceNearsItsDaily,
    unit: texts.fromOfTheLimit,
    description: texts.pastTheLimitNoMore,
    usual: 90,
    min: 1,
    max: 100,
    decimals: 0,
  },
];

interface OptionalNumberProps {
  field: OptionalField;
  settings: Settings;
  save: Save;
}

function OptionalNumber({ field, settings, save }: OptionalNumberProps) {
  const { name, label, unit, description, usual, min, max, decimals } = field;
  const value = settings[name];
  return (
    <Stack gap={6}>
      <Switch
        label={label}
        checked={value !== null}
        onChange={(event) => save({ [name]: event.currentTarget.checked ? usual : null })}
      />
      {value !== null && (
        <Box ps={50}>
          <NumberSetting
            label={unit}
            description={description}
            value={value}
            min={min}
            max={max}
            decimals={decimals}
            onSave={(next) => save({ [name]: next })}
          />
        </Box>
      )}
    </Stack>
  );
}

const usualQuiet = { from: 22 * 60, to: 6 * 60 };

function QuietHours({ settings: { quietHours }, save }: { settings: Settings; save: Save }) {
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
