import { Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
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
import { NumberSetting } from './number-setting';
import { QuantitySetting } from './quantity-setting';
import { OnlineMapSetting } from './online-map-setting';
import { Choice, Section, type SectionProps } from './settings-controls';
import { texts } from './settings-texts';
import { TimeZoneSetting } from './time-zone-setting';
import { messages } from './settings-messages';

export function Appearance({ settings, save }: SectionProps) {
  return (
    <Section title={texts.appearance}>
      <Choice
        label={texts.theme}
        value={settings.theme}
        options={[
          ['system', texts.system],
          ['light', texts.light],
          ['dark', texts.dark],
        ]}
        onChoose={(theme) => save({ theme })}
      />
      <Choice
        label={texts.labelsOnTheMap}
        description={texts.deviceNamesWhereThereIs}
        value={settings.labels}
        options={[
          ['auto', texts.whereTheyFit],
          ['always', texts.all],
          ['hover', texts.onHover],
          ['off', texts.none],
        ]}
        onChoose={(labels) => save({ labels })}
      />
      <Switch
        label={texts.estimateWhereMovingDevicesAre}
        description={texts.forAtMost45Seconds}
        checked={settings.estimatePositions}
        onChange={(event) => save({ estimatePositions: event.currentTarget.checked })}
      />
    </Section>
  );
}

/** Maps beyond the bundled one. */
export function Maps({ settings, save }: SectionProps) {
  return (
    <Section title={texts.map}>
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
    <Section title={texts.lock}>
      <Switch
        label={texts.lockWhenTheScreenIs}
        description={texts.forAnOfflineCopyThat}
        checked={settings.lockOnScreenLock}
        onChange={(event) => save({ lockOnScreenLock: event.currentTarget.checked })}
      />
      <NativeSelect
        label={texts.lockWhenNobodyUsesThis}
        data={[
          { value: '', label: texts.never },
          ...minutes.map((count) => ({
            value: String(count),
            label: messages.afterMinutes(count),
          })),
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
  'm/s': texts.metresPerSecond,
  'km/h': texts.kilometresPerHour,
  mph: texts.milesPerHour,
  kn: texts.knots,
};
const distanceNames: Record<DistanceUnit, string> = {
  km: texts.kilometresAndMetres,
  mi: texts.milesAndFeet,
  nmi: texts.nauticalMilesAndMetres,
};
const distanceOptions = distanceUnits.map((value) => ({ value, label: distanceNames[value] }));
const unitOptions = speedUnits.map((value) => ({ value, label: unitNames[value] }));

export function Units({ settings, save }: SectionProps) {
  return (
    <Section title={texts.unitsAndTimes}>
      <Choice
        label={texts.units}
        description={texts.everyPageTheMapsScale}
        value={systemOf(settings)}
        options={[
          ['metric', texts.metric],
          ['imperial', texts.imperial],
          ['nautical', texts.nautical],
        ]}
        onChoose={(system) => save(choiceOfSystem(system))}
      />
      <NativeSelect
        label={texts.speedsAreShownIn}
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
        label={texts.distancesAreShownIn}
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
        label={texts.theServiceSendsSpeedsIn}
        description={texts.noDocumentStatesItMetres}
        data={unitOptions}
        value={settings.serviceSpeedUnit}
        onChange={(event) => save({ serviceSpeedUnit: event.currentTarget.value as SpeedUnit })}
      />
      <TimeZoneSetting settings={settings} save={save} />
    </Section>
  );
}

export function States({ settings, save }: SectionProps) {
  return (
    <Section title={texts.deviceStates}>
      <QuantitySetting
        kind="speedKmh"
        label={(unit) => messages.movingAbove(unit)}
        description={texts.slowerThanThisCountsAs}
        value={settings.movingAboveKmh}
        min={0}
        max={50}
        decimals={1}
        onSave={(movingAboveKmh) => save({ movingAboveKmh })}
      />
      <NumberSetting
        label={texts.staleAfterMinutes}
        description={texts.anOlderFixShowsWhere}
        value={settings.staleAfterMinutes}
        min={1}
        max={1440}
        decimals={1}
        onSave={(staleAfterMinutes) => save({ staleAfterMinutes })}
      />
      <NumberSetting
        label={texts.noRecentFixAfterHours}
        description={texts.aDeviceThatWasSilent}
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
    <Section title={texts.warningsBeforeExpiry}>
      <Checkbox.Group
        label={texts.notifyAheadOfADevices}
        description={texts.onceForEachDeviceAnd}
        value={chosen.map(String)}
        onChange={(values) => save({ expiryWarningDays: values.map(Number) })}
      >
        <Group gap="md" mt="xs">
          {days.map((count) => (
            <Checkbox
              key={count}
              value={String(count)}
              label={count === 1 ? texts.n1Day : messages.days(count)}
            />
          ))}
        </Group>
      </Checkbox.Group>
    </Section>
  );
}
