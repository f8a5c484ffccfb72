import { ActionIcon, Chip, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { alwaysOpen, openingHoursText } from '#shared/domain/opening-hours';
import { mostOpenTimes, type PlaceHours } from '#shared/domain/places';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { TimeField } from '#ui/date-field';

/** A time on some days: 0 is Monday; minutes of the day; one that ends before it begins ends on the next day. */
interface OpenTime {
  days: readonly number[];
  from: number;
  to: number;
}

const dayMinutes = 1_440;
const usual: OpenTime = { days: [0, 1, 2, 3, 4], from: 8 * 60, to: 18 * 60 };

function timesOf(hours: PlaceHours): OpenTime[] {
  const times = new Map<string, { days: number[]; from: number; to: number }>();
  for (const [day, open] of hours.entries()) {
    for (const [from, to] of open) {
      const known = times.get(`${from} ${to}`);
      if (known) known.days.push(day);
      else times.set(`${from} ${to}`, { days: [day], from, to: to % dayMinutes });
    }
  }
  return [...times.values()];
}

const hoursOf = (times: readonly OpenTime[]): PlaceHours =>
  Array.from({ length: 7 }, (_, day) =>
    times
      .filter(({ days }) => days.includes(day))
      .map(({ from, to }): [number, number] => [from, to <= from ? to + dayMinutes : to])
      .toSorted(([a], [b]) => a - b),
  );

/** The names of the days from Monday; 5 January 1970 was one. */
function dayNames({ language }: Format, weekday: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language.locale, { weekday, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format((day + 4) * 86_400_000));
}

/** The hours in words, a line for each time. */
export function hoursLines(hours: PlaceHours, format: Format): string[] {
  const { t, timeOfDay, items } = format;
  if (openingHoursText(hours) === openingHoursText(alwaysOpen)) return [t('places.hours.always')];
  const names = dayNames(format, 'short');
  const lines = timesOf(hours).map(({ days, from, to }) =>
    t('places.hours.line', {
      days: items(days.map((day) => names[day]!)),
      from: timeOfDay(from),
      to: timeOfDay(to),
    }),
  );
  return lines.length > 0 ? lines : [t('places.hours.never')];
}

interface OpeningHoursProps {
  hours: PlaceHours | null;
  onChange: (hours: PlaceHours | null) => void;
}

/** When a place is open: not stated, always, or at some times of the week. */
export function OpeningHours({ hours, onChange }: OpeningHoursProps) {
  const format = useFormat();
  const { t, firstDay, timeZone } = format;
  // A time without a day is kept here only.
  const [times, setTimes] = useState(() => (hours ? timesOf(hours) : []));
  const isAlways = hours !== null && openingHoursText(hours) === openingHoursText(alwaysOpen);
  const [choice, setChoice] = useState(hours === null ? 'none' : isAlways ? 'always' : 'times');
  const change = (next: readonly OpenTime[]) => {
    setTimes([...next]);
    onChange(hoursOf(next));
  };
  const choose = (next: string) => {
    setChoice(next);
    if (next === 'times') change(isAlways || times.length === 0 ? [usual] : times);
    else onChange(next === 'always' ? alwaysOpen : null);
  };
  const set = (index: number, part: Partial<OpenTime>) =>
    change(times.map((time, i) => (i === index ? { ...time, ...part } : time)));
  const [short, long] = [dayNames(format, 'short'), dayNames(format, 'long')];
  const ordered = Array.from({ length: 7 }, (_, i) => (i + firstDay - 1) % 7);
  const isFull = hours?.some((open) => open.length >= mostOpenTimes) ?? false;
  return (
    <Stack gap={6}>
      <NativeSelect
        label={t('places.hours')}
        description={choice === 'none' ? undefined : t('places.hours.zone', { zone: timeZone })}
        data={[
          { value: 'none', label: t('places.hours.notStated') },
          { value: 'always', label: t('places.hours.always') },
          { value: 'times', label: t('places.hours.times') },
        ]}
        value={choice}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {choice === 'times' && (
        <>
          {times.length === 0 && <Text size="sm">{t('places.hours.never')}</Text>}
          {times.map(({ days, from, to }, index) => (
            <Stack key={index} gap={4} role="group" aria-label={t('places.hours')}>
              <Chip.Group
                multiple
                value={days.map(String)}
                onChange={(chosen) =>
                  set(index, { days: chosen.map(Number).toSorted((a, b) => a - b) })
                }
              >
                <Group gap={4}>
                  {ordered.map((day) => (
                    <Chip key={day} size="xs" value={String(day)} aria-label={long[day]}>
                      {short[day]}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
              <Group gap="xs" wrap="nowrap" align="center">
                <TimeField
                  size="xs"
                  w={100}
                  aria-label={t('places.hours.from')}
                  value={from}
                  onChange={(minute) => set(index, { from: minute })}
                />
                <span aria-hidden>–</span>
                <TimeField
                  size="xs"
                  w={100}
                  aria-label={t('places.hours.to')}
                  value={to}
                  onChange={(minute) => set(index, { to: minute })}
                />
                {to <= from && (
                  <Text size="xs" c="dimmed">
                    {t('places.hours.nextDay')}
                  </Text>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  ms="auto"
                  aria-label={t('places.hours.remove')}
                  onClick={() => change(times.filter((_, i) => i !== index))}
                >
                  <IconX size={15} aria-hidden />
                </ActionIcon>
              </Group>
            </Stack>
          ))}
          <ActionButton
            size="compact-xs"
            disabled={isFull}
            onClick={() => change([...times, { ...usual, days: times.length ? [] : usual.days }])}
          >
            {t('places.hours.add')}
          </ActionButton>
        </>
      )}
    </Stack>
  );
}
