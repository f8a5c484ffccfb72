import { Checkbox, Group, NativeSelect, SegmentedControl, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { speedUnits, type Settings, type SpeedUnit } from '#shared/domain/settings';
import { useOpenSession } from '#features/session';
import { api } from '#lib/api';
import { useAppInfo } from '#lib/app-info';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { NumberSetting } from './number-setting';
import { MapStyleSetting } from './map-style-setting';
import { UpdatesSetting } from './updates-setting';
import classes from './settings.module.css';
import { useSettings, zoneFor } from './store';

/** Every setting, saved as soon as it is chosen; `children` are sections of other features. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  const settings = useSettings();
  const change = useAction(api.settings.change);
  const save = (part: Partial<Settings>) => void change.run(part);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Title order={1} size="h3">
          Settings
        </Title>
        {change.fault && <FaultNotice fault={change.fault} context="open" />}
        <Appearance settings={settings} save={save} />
        <Units settings={settings} save={save} />
        <States settings={settings} save={save} />
        <Warnings settings={settings} save={save} />
        <Section title="History">
          <NumberSetting
            label="Late records may come for (hours)"
            description="Trackers without a network send their records later. A day requested after this time is complete and never requested again."
            value={settings.historySettleHours}
            min={0}
            max={168}
            decimals={1}
            onSave={(historySettleHours) => save({ historySettleHours })}
          />
        </Section>
        <Section title="Network">
          <NumberSetting
            label="Calls per minute"
            description="The maximum for the background refresh. The service publishes no limit; when it asks Waypost to slow down, Waypost does."
            value={settings.callsPerMinute}
            min={1}
            max={6000}
            onSave={(callsPerMinute) => save({ callsPerMinute })}
          />
        </Section>
        <Section title="Updates">
          <UpdatesSetting settings={settings} save={save} />
        </Section>
        {children}
        <About />
      </div>
    </div>
  );
}

interface PartProps {
  settings: Settings;
  save: (part: Partial<Settings>) => void;
}

function Appearance({ settings, save }: PartProps) {
  return (
    <Section title="Appearance">
      <Choice
        label="Theme"
        value={settings.theme}
        options={[
          ['system', 'System'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChoose={(theme) => save({ theme })}
      />
      <Choice
        label="Labels on the map"
        description="Device names: where there is room, all of them even if they overlap, only on hover, or none."
        value={settings.labels}
        options={[
          ['auto', 'Where they fit'],
          ['always', 'All'],
          ['hover', 'On hover'],
          ['off', 'None'],
        ]}
        onChoose={(labels) => save({ labels })}
      />
      <MapStyleSetting
        value={settings.mapStyleUrl}
        onSave={(mapStyleUrl) => save({ mapStyleUrl })}
      />
    </Section>
  );
}

const unitNames: Record<SpeedUnit, string> = {
  'm/s': 'metres per second (m/s)',
  'km/h': 'kilometres per hour (km/h)',
  mph: 'miles per hour (mph)',
  kn: 'knots (kn)',
};
const unitOptions = speedUnits.map((value) => ({ value, label: unitNames[value] }));

function Units({ settings, save }: PartProps) {
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  return (
    <Section title="Units and times">
      <NativeSelect
        label="Speeds are shown in"
        data={unitOptions}
        value={settings.speedUnit}
        onChange={(event) => save({ speedUnit: event.currentTarget.value as SpeedUnit })}
      />
      <NativeSelect
        label="The service sends speeds in"
        description="No document states it; metres per second is the best reading. If speeds look wrong by a factor of 3.6, change it here."
        data={unitOptions}
        value={settings.serviceSpeedUnit}
        onChange={(event) => save({ serviceSpeedUnit: event.currentTarget.value as SpeedUnit })}
      />
      <Choice
        label="Times are shown in the zone of"
        description={
          settings.timeZone === 'account' && !accountZone
            ? 'The account’s time zone is not provided by the service, so this computer’s is used.'
            : `At present ${zoneFor(settings.timeZone, accountZone)}.`
        }
        value={settings.timeZone}
        options={[
          ['computer', 'This computer'],
          ['account', 'The account'],
          ['utc', 'UTC'],
        ]}
        onChoose={(timeZone) => save({ timeZone })}
      />
    </Section>
  );
}

function States({ settings, save }: PartProps) {
  return (
    <Section title="Device states">
      <NumberSetting
        label="Moving above (km/h)"
        description="Slower than this counts as stopped: receivers drift a little while they stand."
        value={settings.movingAboveKmh}
        min={0}
        max={50}
        decimals={1}
        onSave={(movingAboveKmh) => save({ movingAboveKmh })}
      />
      <NumberSetting
        label="Stale after (minutes)"
        description="An older fix shows where the device was, not what it does now."
        value={settings.staleAfterMinutes}
        min={1}
        max={1440}
        decimals={1}
        onSave={(staleAfterMinutes) => save({ staleAfterMinutes })}
      />
      <NumberSetting
        label="No recent fix after (hours)"
        description="A device that was silent for longer is worth a look."
        value={settings.silentAfterHours}
        min={1}
        max={720}
        decimals={1}
        onSave={(silentAfterHours) => save({ silentAfterHours })}
      />
    </Section>
  );
}

const usualWarningDays = [60, 30, 7, 1];

/** One switch a threshold; thresholds that were set elsewhere stay and get a switch too. */
function Warnings({ settings, save }: PartProps) {
  const chosen = settings.expiryWarningDays;
  const days = [...new Set([...usualWarningDays, ...chosen])].toSorted((a, b) => b - a);
  return (
    <Section title="Warnings before expiry">
      <Checkbox.Group
        label="Notify ahead of a device’s expiry"
        description="Once for each device and time, all of a round in one notification. None ticked: no warnings."
        value={chosen.map(String)}
        onChange={(values) => save({ expiryWarningDays: values.map(Number) })}
      >
        <Group gap="md" mt="xs">
          {days.map((count) => (
            <Checkbox
              key={count}
              value={String(count)}
              label={count === 1 ? '1 day' : `${count} days`}
            />
          ))}
        </Group>
      </Checkbox.Group>
    </Section>
  );
}

function About() {
  const info = useAppInfo();
  if (!info) return null;
  return (
    <Section title="About">
      <Text size="sm">
        Waypost {info.version}. Keys are kept in the system’s {info.keychainName}. The encrypted
        offline copy and these settings are in <code>{info.userDataFolder}</code>.
      </Text>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  description?: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChoose: (value: V) => void;
}

function Choice<V extends string>(props: ChoiceProps<V>) {
  const [value, setValue] = useState(props.value);
  const [known, setKnown] = useState(props.value);
  if (known !== props.value) {
    setKnown(props.value);
    setValue(props.value);
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {props.label}
      </Text>
      {props.description && (
        <Text size="xs" c="dimmed">
          {props.description}
        </Text>
      )}
      <SegmentedControl
        mt={4}
        size="xs"
        aria-label={props.label}
        value={value}
        data={props.options.map(([option, label]) => ({ value: option, label }))}
        onChange={(next) => {
          setValue(next as V);
          props.onChoose(next as V);
        }}
      />
    </div>
  );
}
