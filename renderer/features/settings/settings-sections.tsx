import { Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
import type { Settings } from '#shared/domain/settings';
import {
  choiceOfSystem,
  distanceUnits,
  speedUnits,
  systemOf,
  unitsOf,
  type DistanceUnit,
  type SpeedUnit,
} from '#shared/domain/units';
import { MapFilesSetting } from '#features/map';
import { useOpenSession } from '#features/session';
import { NumberSetting } from './number-setting';
import { QuantitySetting } from './quantity-setting';
import { OnlineMapSetting } from './online-map-setting';
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
      <Switch
        label="Estimate where moving devices are"
        description="For at most 45 seconds after a report, from its speed and course. The map draws the estimate as an outline, with a line from the reported position. Estimates are never stored or exported."
        checked={settings.estimatePositions}
        onChange={(event) => save({ estimatePositions: event.currentTarget.checked })}
      />
    </Section>
  );
}

/** Maps beyond the bundled one. */
export function Maps({ settings, save }: SectionProps) {
  return (
    <Section title="Map">
      <MapFilesSetting />
      <OnlineMapSetting
        value={settings.mapStyleUrl}
        onSave={(mapStyleUrl) => save({ mapStyleUrl })}
      />
    </Section>
  );
}

const idleChoices = [5, 15, 30, 60];

/** When an offline copy under a passphrase is locked. */
export function Locking({ settings, save }: SectionProps) {
  const chosen = settings.lockAfterIdleMinutes;
  const minutes = [...new Set([...idleChoices, ...(chosen === null ? [] : [chosen])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <Section title="Lock">
      <Switch
        label="Lock when the screen is locked"
        description="For an offline copy that a passphrase protects. Unlocking asks for the passphrase. Jobs pause until then, and a typed password that was not saved is cleared."
        checked={settings.lockOnScreenLock}
        onChange={(event) => save({ lockOnScreenLock: event.currentTarget.checked })}
      />
      <NativeSelect
        label="Lock when nobody uses this computer"
        data={[
          { value: '', label: 'Never' },
          ...minutes.map((count) => ({ value: String(count), label: `After ${count} minutes` })),
        ]}
        value={chosen === null ? '' : String(chosen)}
        onChange={({ currentTarget: { value } }) =>
          save({ lockAfterIdleMinutes: value === '' ? null : Number(value) })
        }
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
const distanceNames: Record<DistanceUnit, string> = {
  km: 'kilometres (km) and metres',
  mi: 'miles (mi) and feet',
  nmi: 'nautical miles (nmi) and metres',
};
const distanceOptions = distanceUnits.map((value) => ({ value, label: distanceNames[value] }));
const unitOptions = speedUnits.map((value) => ({ value, label: unitNames[value] }));

export function Units({ settings, save }: SectionProps) {
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  return (
    <Section title="Units and times">
      <Choice
        label="Units"
        description="Every page, the map’s scale, the ruler, fields to type in and exports use them."
        value={systemOf(settings)}
        options={[
          ['metric', 'Metric'],
          ['imperial', 'Imperial'],
          ['nautical', 'Nautical'],
        ]}
        onChoose={(system) => save(choiceOfSystem(system))}
      />
      <NativeSelect
        label="Speeds are shown in"
        data={unitOptions}
        value={settings.speedUnit}
        onChange={(event) =>
          // The system is stored too, or distances would follow the unit of speeds.
          save({
            unitSystem: systemOf(settings),
            speedUnit: event.currentTarget.value as SpeedUnit,
          })
        }
      />
      <NativeSelect
        label="Distances are shown in"
        data={distanceOptions}
        value={unitsOf(settings).distance}
        onChange={(event) =>
          save({
            unitSystem: systemOf(settings),
            distanceUnit: event.currentTarget.value as DistanceUnit,
          })
        }
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
      <QuantitySetting
        kind="speedKmh"
        label={(unit) => `Moving above (${unit})`}
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
