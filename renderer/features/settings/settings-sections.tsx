import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { speedUnits, type Settings, type SpeedUnit } from '#shared/domain/settings';
import { useOpenSession } from '#features/session';
import { MapStyleSetting } from './map-style-setting';
import { NumberSetting } from './number-setting';
import { Choice, Section } from './settings-controls';
import { zoneFor } from './store';

export interface SectionProps {
  settings: Settings;
  save: (part: Partial<Settings>) => void;
}

export function Appearance({ settings, save }: SectionProps) {
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

export function Units({ settings, save }: SectionProps) {
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

export function States({ settings, save }: SectionProps) {
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

const defaultWarningDays = [60, 30, 7, 1];

/** A checkbox for each threshold, also for those that were set elsewhere. */
export function Warnings({ settings, save }: SectionProps) {
  const chosen = settings.expiryWarningDays;
  const days = [...new Set([...defaultWarningDays, ...chosen])].toSorted((a, b) => b - a);
  return (
    <Section title="Warnings before expiry">
      <Checkbox.Group
        label="Notify ahead of a device’s expiry"
        description="Once for each device and threshold, combined in one notification. None selected: no warnings."
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
