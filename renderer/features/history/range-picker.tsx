import { NativeSelect } from '@mantine/core';
import type { Range } from '#shared/domain/history';
import type { Settings } from '#shared/domain/settings';
import { useOpenSession } from '#features/session';
import { useSettings, zoneFor } from '#features/settings';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { MomentField } from '#ui/date-field';
import classes from './history.module.css';
import { presetNames, presetRange, presets, type Preset } from './presets';
import type { RangeChoice } from './store';

/** The range a choice means now, in a zone. */
export function rangeOf(choice: RangeChoice, now: number, zone: string): Range {
  return choice.preset === 'custom' ? choice.range : presetRange(choice.preset, now, zone);
}

/** The zone of the device's location, as another choice. */
export interface DeviceZone {
  isChosen: boolean;
  /** null if it is unknown. */
  zone: string | null;
  onChoose: (isChosen: boolean) => void;
}

interface RangePickerProps {
  choice: RangeChoice;
  onChange: (choice: RangeChoice) => void;
  deviceZone?: DeviceZone;
}

/** Chooses a range, as a preset or from and to, and the time zone. */
export function RangePicker({ choice, onChange, deviceZone }: RangePickerProps) {
  const { timeZone: zone } = useFormat();
  const now = clock.now();
  const range = rangeOf(choice, now, zone);
  const change = (preset: Preset) =>
    onChange(preset === 'custom' ? { preset, range: rangeOf(choice, now, zone) } : { preset });
  const type = (end: 'from' | 'to', at: number | null) => {
    if (at === null) return;
    const next = { ...range, [end]: at };
    // Moving one end past the other moves both, so that a range never ends before it begins.
    onChange({
      preset: 'custom',
      range: next.from <= next.to ? next : { from: at, to: at },
    });
  };
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Range"
        value={choice.preset}
        data={presets.map((value) => ({ value, label: presetNames[value] }))}
        onChange={(event) => change(event.currentTarget.value as Preset)}
      />
      {choice.preset === 'custom' && (
        <span className={classes.fields}>
          {(['from', 'to'] as const).map((end) => (
            <MomentField
              key={end}
              size="xs"
              aria-label={end === 'from' ? 'From' : 'To'}
              value={range[end]}
              timeZone={zone}
              onChange={(at) => type(end, at)}
            />
          ))}
        </span>
      )}
      <ZonePicker device={deviceZone} />
    </>
  );
}

/** The time zone of the window; days and presets depend on it. */
function ZonePicker({ device }: { device?: DeviceZone }) {
  const { timeZone } = useSettings();
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  const name = (choice: Settings['timeZone']) => zoneFor(choice, accountZone);
  const change = (value: string) => {
    device?.onChoose(value === 'device');
    if (value !== 'device') void api.settings.change({ timeZone: value as Settings['timeZone'] });
  };
  return (
    <NativeSelect
      size="xs"
      className={classes.zone}
      aria-label="Time zone"
      value={device?.isChosen ? 'device' : timeZone}
      data={[
        { value: 'computer', label: `This computer (${name('computer')})` },
        {
          value: 'account',
          label: accountZone ? `Account (${accountZone})` : 'Account (not provided)',
          disabled: accountZone === null,
        },
        { value: 'utc', label: 'UTC' },
        ...(device
          ? [
              {
                value: 'device',
                label: `Location of the device (${device.zone ?? 'not known'})`,
                disabled: device.zone === null,
              },
            ]
          : []),
      ]}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
