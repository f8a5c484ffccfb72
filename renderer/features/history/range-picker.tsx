import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Range } from '#shared/domain/history';
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
import { presetNames, presetRange, presets, type Preset } from './presets';
import { neighbourOf } from './range-steps';
import type { RangeChoice } from './store';
import { historyMessages } from './history-messages';

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
      <span className={classes.range}>
        <StepButton direction="earlier" {...{ choice, range, now, zone, onChange }} />
        <NativeSelect
          size="xs"
          aria-label={texts.range}
          value={choice.preset}
          data={presets.map((value) => ({ value, label: presetNames[value] }))}
          onChange={(event) => change(event.currentTarget.value as Preset)}
        />
        <StepButton direction="later" {...{ choice, range, now, zone, onChange }} />
      </span>
      {choice.preset === 'custom' && (
        <span className={classes.fields}>
          {(['from', 'to'] as const).map((end) => (
            <MomentField
              key={end}
              size="xs"
              aria-label={end === 'from' ? texts.from : texts.to}
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

const stepNames = { earlier: texts.earlierRange, later: texts.laterRange };

interface StepButtonProps {
  direction: 'earlier' | 'later';
  choice: RangeChoice;
  range: Range;
  now: number;
  zone: string;
  onChange: (choice: RangeChoice) => void;
}

/** Shows the day, or range, before or after. */
function StepButton({ direction, choice, range, now, zone, onChange }: StepButtonProps) {
  const next = neighbourOf({ choice, range }, direction, now, zone);
  const Icon = direction === 'earlier' ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      size={30}
      variant="default"
      aria-label={stepNames[direction]}
      title={stepNames[direction]}
      disabled={next === null}
      onClick={() => next && onChange(next)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

/** The time zone of the window; days and presets depend on it. */
function ZonePicker({ device }: { device?: DeviceZone }) {
  const { timeZone } = useSettings();
  const accountZone = useOpenSession()?.accountTimeZone ?? null;
  const computerZone = useZone('computer');
  const change = (value: string) => {
    device?.onChoose(value === 'device');
    if (value !== 'device') void changeSettings({ timeZone: value });
  };
  return (
    <NativeSelect
      size="xs"
      className={classes.zone}
      aria-label={texts.timeZone}
      value={device?.isChosen ? 'device' : timeZone}
      data={[
        { value: 'computer', label: historyMessages.thisComputer(zoneLabel(computerZone)) },
        {
          value: 'account',
          label: accountZone ? historyMessages.account(accountZone) : texts.accountNotProvided,
          disabled: accountZone === null,
        },
        { value: 'utc', label: 'UTC' },
        ...(zoneChoices.has(timeZone) ? [] : [{ value: timeZone, label: zoneLabel(timeZone) }]),
        ...(device
          ? [
              {
                value: 'device',
                label: historyMessages.locationOfTheDevice(device.zone),
                disabled: device.zone === null,
              },
            ]
          : []),
      ]}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
