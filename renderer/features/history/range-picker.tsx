import { Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { clock } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { MomentField } from '#ui/date-field';
import { IconButton } from '#ui/icon-button';
import classes from './history.module.css';
import { neighbourOf, presets, rangeOf, type Preset, type RangeChoice } from './ranges';

interface RangePickerProps {
  choice: RangeChoice;
  onChange: (choice: RangeChoice) => void;
}

/** Chooses a range, as a preset or from and to; the status bar has the time zone. */
export function RangePicker({ choice, onChange }: RangePickerProps) {
  const format = useFormat();
  const { t, timeZone } = format;
  const now = clock.now();
  const range = rangeOf(choice, now, format);
  const type = (end: 'from' | 'to', at: number | null) => {
    if (at === null) return;
    const next = { ...range, [end]: at };
    // Moving one end past the other moves both, so that a range never ends before it begins.
    onChange({ preset: 'custom', range: next.from <= next.to ? next : { from: at, to: at } });
  };
  const step = (direction: 'earlier' | 'later') => {
    const next = neighbourOf(choice, direction, now, format);
    const Icon = direction === 'earlier' ? IconChevronLeft : IconChevronRight;
    return (
      <IconButton
        name={t(`history.range.${direction}`)}
        icon={Icon}
        size={30}
        disabled={next === null}
        onClick={() => next && onChange(next)}
      />
    );
  };
  return (
    <>
      <Group gap={2} wrap="nowrap">
        {step('earlier')}
        <NativeSelect
          size="xs"
          aria-label={t('history.range')}
          value={choice.preset}
          data={presets.map((value) => ({ value, label: t(`history.range.${value}`) }))}
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
              aria-label={t(`history.range.${end}`)}
              value={range[end]}
              timeZone={timeZone}
              onChange={(at) => type(end, at)}
            />
          ))}
        </span>
      )}
    </>
  );
}
