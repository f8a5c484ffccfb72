import { NativeSelect, Switch } from '@mantine/core';
import type { Settings } from '#shared/domain/settings';
import { NumberSetting, useSettings } from '#features/settings';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { TimeField } from '#ui/date-field';
import { FaultNotice } from '#ui/fault-notice';
import classes from './alerts.module.css';
import { clockText } from './clock-text';
import { Snoozes } from './snoozes';

type Save = (part: Partial<Settings>) => void;

/** Which notifications are shown, when and how often; for the settings page. */
export function LiveAlertSettings() {
  const settings = useSettings();
  const change = useAction(api.settings.change);
  const save: Save = (part) => void change.run(part);
  return (
    <section className={classes.settings} aria-label="Notifications">
      <h2 className={classes.settingsTitle}>Notifications</h2>
      <span className={classes.dimmed}>
        Notifications use data that is fetched anyway and cost no calls. “Do not disturb” of the
        system is respected, and nothing is repeated after a restart.
      </span>
      {change.fault && <FaultNotice fault={change.fault} context="open" />}
      <NativeSelect
        label="Alerts that devices send"
        value={settings.notifyAlerts}
        data={[
          { value: 'all', label: 'All of them' },
          { value: 'critical', label: 'Only those marked critical in the account' },
          { value: 'off', label: 'None' },
        ]}
        onChange={(event) =>
          save({ notifyAlerts: event.currentTarget.value as Settings['notifyAlerts'] })
        }
      />
      <Switch
        label="Warnings that devices send"
        checked={settings.notifyWarnings}
        onChange={(event) => save({ notifyWarnings: event.currentTarget.checked })}
      />
      {optional.map((field) => (
        <OptionalNumber key={field.name} field={field} settings={settings} save={save} />
      ))}
      <Switch
        label="The service refuses the key"
        checked={settings.notifyKeyTrouble}
        onChange={(event) => save({ notifyKeyTrouble: event.currentTarget.checked })}
      />
      <Switch
        label="Hide names in notifications"
        description="Notifications appear on the lock screen and are kept by the desktop. Hidden, they only say that there is something to read in Waypost."
        checked={settings.notifyWithoutNames}
        onChange={(event) => save({ notifyWithoutNames: event.currentTarget.checked })}
      />
      <NumberSetting
        label="Repeat a notification after (minutes)"
        description="The wait doubles while the condition lasts, up to a day."
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
    label: 'A device has been silent',
    unit: 'For longer than (hours)',
    description: 'No fix came for so long.',
    usual: 24,
    min: 0.25,
    max: 720,
    decimals: 2,
  },
  {
    name: 'notifyFrozenMinutes',
    label: 'A device reports movement, but its position does not change',
    unit: 'For longer than (minutes)',
    description: 'Its receiver may have lost the satellites.',
    usual: 60,
    min: 5,
    max: 1440,
    decimals: 1,
  },
  {
    name: 'notifyBatteryBelow',
    label: 'A device’s battery is low',
    unit: 'Below (%)',
    description: 'Notified once until it has been charged.',
    usual: 15,
    min: 1,
    max: 99,
    decimals: 0,
  },
  {
    name: 'notifyQuotaPercent',
    label: 'A device nears its daily limit of e-mails or SMS',
    unit: 'From (% of the limit)',
    description: 'Past the limit no more are sent until the next day.',
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
    <div className={classes.optional}>
      <Switch
        label={label}
        checked={value !== null}
        onChange={(event) => save({ [name]: event.currentTarget.checked ? usual : null })}
      />
      {value !== null && (
        <div className={classes.nested}>
          <NumberSetting
            label={unit}
            description={description}
            value={value}
            min={min}
            max={max}
            decimals={decimals}
            onSave={(next) => save({ [name]: next })}
          />
        </div>
      )}
    </div>
  );
}

const usualQuiet = { from: 22 * 60, to: 6 * 60 };

function QuietHours({ settings: { quietHours }, save }: { settings: Settings; save: Save }) {
  const { timeZone } = useFormat();
  return (
    <div className={classes.optional}>
      <Switch
        label="Quiet hours"
        description={`No notifications in this time; the alerts are still in the log. Times of ${timeZone}.`}
        checked={quietHours !== null}
        onChange={(event) => save({ quietHours: event.currentTarget.checked ? usualQuiet : null })}
      />
      {quietHours && (
        <div className={classes.times}>
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              value={clockText(quietHours[end])}
              onChange={(minute) => save({ quietHours: { ...quietHours, [end]: minute } })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
