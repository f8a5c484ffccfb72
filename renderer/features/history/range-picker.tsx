import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { zoneChoices } from '#shared/domain/settings';
import { zoneLabel } from '#shared/domain/time-zone';
import { useOpenSession } from '#features/session';
import { useSettings, useZone } from '#features/settings';
import { changeSettings } from '#lib/change-settings';
import { clock } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { MomentField } from '#ui/date-field';
import { texts } from './history-texts';
import classes from './history.module.css';
import { neighbourOf, presets, rangeOf, type Preset, type RangeChoice } from './ranges';

/** The zone of the device's location, as another choice. */
interface DeviceZone {
  isChosen: boolean;
  /** null if it is unknown. */
  zone: string | null;
  onChoose: (isChosen: boolean) => void;
}

interface RangePickerProps {
  choice: RangeChoice;
  onChange: (choice: RangeChoice) => void;
  /** Absent: the status bar has the time zone. */
  deviceZone?: DeviceZone;
}

/** Chooses a range, as a preset or from and to, and the time zone if it can be that of a device. */
export function RangePicker({ choice, onChange, deviceZone }: RangePickerProps) {
  const { timeZone: zone } = useFormat();
  const now = clock.now();
  const range = rangeOf(choice, now, zone);
  const type = (end: 'from' | 'to', at: number | null) => {
    if (at === null) return;
    const next = { ...range, [end]: at };
    // Moving one end past the other moves both, so that a range never ends before it begins.
    onChange({ preset: 'custom', range: next.from <= next.to ? next : { from: at, to: at } });
  };
  const step = (direction: 'earlier' | 'later') => {
    const next = neighbourOf(choice, direction, now, zone);
    const Icon = direction === 'earlier' ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon
        size={30}
        variant="default"
        aria-label={texts.steps[direction]}
        title={texts.steps[direction]}
        disabled={next === null}
        onClick={() => next && onChange(next)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <>
      <Group gap={2} wrap="nowrap">
        {step('earlier')}
        <NativeSelect
          size="xs"
          aria-label={texts.range}
          value={choice.preset}
          data={presets.map((value) => ({ value, label: texts.presets[value] }))}
          onChange={(event) => {
            const preset = event.currentTarget.value as Preset;
            onChange(preset === 'custom' ? { preset, range } : { preset });
          }}
        />
        {step('later')}
      </Group>
      {choice.preset === 'custom' && (
        <span className={classes.fields}>
          {(['from', 'to'] as const).map((end) => (
            <MomentField
              key={end}
              size="xs"
              aria-label={texts[end]}
              value={range[end]}
              timeZone={zone}
              onChange={(at) => type(end, at)}
            />
          ))}
        </span>
      )}
      {deviceZone && <ZonePicker device={deviceZone} />}
    </>
  );
}

/** The time zone of the window; days and presets depend on it. */
function ZonePicker({ device }: { device: DeviceZone }) {
  const { timeZone } = useSettings();
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  const computerZone = useZone('computer');
  const zones = [
    { value: 'computer', label: texts.thisComputer(zoneLabel(computerZone)) },
    {
      value: 'account',
      label: accountZone ? texts.accountZone(accountZone) : texts.accountNotProvided,
      disabled: accountZone === null,
    },
    { value: 'utc', label: 'UTC' },
  ];
  if (!zoneChoices.has(timeZone)) zones.push({ value: timeZone, label: zoneLabel(timeZone) });
  const label = texts.locationOfTheDevice(device.zone);
  zones.push({ value: 'device', label, disabled: device.zone === null });
  return (
    <NativeSelect
      size="xs"
      maw={190}
      aria-label={texts.timeZone}
      value={device.isChosen ? 'device' : timeZone}
      data={zones}
      onChange={(event) => {
        const { value } = event.currentTarget;
        device.onChoose(value === 'device');
        if (value !== 'device') void changeSettings({ timeZone: value });
      }}
    />
  );
}
