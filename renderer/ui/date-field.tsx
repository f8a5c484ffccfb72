import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { dayInZone, isCalendarDay, zonedMoment } from '#shared/domain/calendar';
import { readDate, readMoment, readTime } from '#shared/i18n/read-dates';
import { afterPress } from '#lib/after-press';
import { clock } from '#lib/clock';
import type { Format } from '#lib/format';
import { lazyPage } from '#lib/lazy-page';
import { useFormat } from '#lib/use-format';

const Calendar = lazyPage(async () => (await import('./calendar')).Calendar);

/** How dates and times are typed is shown with this one. */
const exampleDay = '2026-11-22';
const exampleMoment = Date.parse(`${exampleDay}T14:03:00Z`);
const exampleMinute = 22 * 60;

type FieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'rightSection'>;

interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or what was typed and is no date. */
  value: string;
  min?: string;
  /** With `YYYY-MM-DD`, with an empty text, or with what was typed and is no date. */
  onChange: (day: string) => void;
}

/** A day, typed or chosen from a calendar, shown as everywhere in the app: "22 Nov 2026". */
export function DateField({ value, min, onChange, ...field }: DateFieldProps) {
  const { t, calendarDay, language, accountTimeZone } = useFormat();
  const isDay = isCalendarDay(value);
  const read = (text: string) =>
    readDate(text, language.locale, dayInZone(clock.now(), accountTimeZone));
  return (
    <TypedField
      {...field}
      shown={isDay ? calendarDay(value) : value}
      isUnderstood={(text) => read(text) !== null}
      wording={t('ui.date.enterDay', { example: calendarDay(exampleDay) })}
      onType={(text) => onChange(read(text) ?? text.trim())}
      calendar={{ day: isDay ? value : null, min, onChoose: onChange }}
    />
  );
}

interface MomentFieldProps extends FieldProps {
  /** Epoch milliseconds; null if it is empty. */
  value: number | null;
  timeZone: string;
  /** null: empty, or not a date and time. */
  onChange: (at: number | null) => void;
}

/** A date and a time in a time zone: "22 Nov 2026, 14:03". */
export function MomentField({ value, timeZone, onChange, ...field }: MomentFieldProps) {
  const format = useFormat();
  const read = (text: string) =>
    readMoment(text, timeZone, format.language.locale, dayInZone(clock.now(), timeZone));
  const choose = (day: string) => {
    const time = value === null ? undefined : zonedMoment(value, timeZone).toPlainTime();
    onChange(
      Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds,
    );
  };
  return (
    <TypedField
      {...field}
      shown={value === null ? '' : momentText(value, timeZone, format)}
      isUnderstood={(text) => read(text) !== null}
      wording={format.t('ui.date.enterMoment', {
        example: momentText(exampleMoment, 'UTC', format),
      })}
      onType={(text) => onChange(read(text))}
      calendar={{ day: value === null ? null : dayInZone(value, timeZone), onChoose: choose }}
    />
  );
}

interface TimeFieldProps extends FieldProps {
  /** The minute of the day. */
  value: number;
  /** Not called with what is no time. */
  onChange: (minute: number) => void;
}

/** A time of the day, by the clock of the settings: "22:00". */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const { t, timeOfDay, language } = useFormat();
  const read = (text: string) => readTime(text, language.locale);
  return (
    <TypedField
      {...field}
      shown={timeOfDay(value)}
      isUnderstood={(text) => read(text) !== null}
      wording={t('ui.date.enterTime', { example: timeOfDay(exampleMinute) })}
      onType={(text) => {
        const minute = read(text);
        if (minute !== null) onChange(minute);
      }}
    />
  );
}

interface TypedFieldProps extends FieldProps {
  /** The text for the present value. */
  shown: string;
  isUnderstood: (text: string) => boolean;
  /** Shown below a text that is not understood. */
  wording: string;
  onType: (text: string) => void;
  calendar?: { day: string | null; min?: string; onChoose: (day: string) => void };
}

/** What is typed stays as it is until the field is left; then it is written in the form of the app. */
function TypedField(props: TypedFieldProps) {
  const { shown, isUnderstood, wording, onType, calendar, ...field } = props;
  const { t } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const text = typed ?? shown;
  const isWrong = hasLeft && text.trim() !== '' && !isUnderstood(text);
  const choose = (day: string) => {
    setTyped(null);
    setOpen(false);
    calendar?.onChoose(day);
    input.current?.focus();
  };
  return (
    <TextInput
      spellCheck={false}
      {...field}
      ref={input}
      value={text}
      error={isWrong ? wording : field.error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onType(event.currentTarget.value);
      }}
      onFocus={() => setLeft(false)}
      onBlur={(event) => {
        afterPress(() => setLeft(document.activeElement !== input.current));
        if (isUnderstood(text) || text.trim() === '') setTyped(null);
        field.onBlur?.(event);
      }}
      rightSection={
        calendar && (
          <Popover
            opened={isOpen}
            onChange={setOpen}
            position="bottom-end"
            // Six weeks may need the room of the field too; its side is chosen before the calendar is loaded.
            middlewares={{ flip: true, shift: { crossAxis: true } }}
            trapFocus
            withArrow
          >
            <Popover.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                disabled={field.disabled}
                aria-label={t('ui.date.open')}
                onClick={() => setOpen((wasOpen) => !wasOpen)}
              >
                <IconCalendar size={15} aria-hidden />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown>
              <Calendar day={calendar.day} min={calendar.min} onChoose={choose} />
            </Popover.Dropdown>
          </Popover>
        )
      }
    />
  );
}

/** "22 Nov 2026, 14:03" in a time zone: what `readMoment` reads. */
export function momentText(
  at: number,
  timeZone: string,
  { t, calendarDay, timeOfDay }: Pick<Format, 't' | 'calendarDay' | 'timeOfDay'>,
): string {
  const moment = zonedMoment(at, timeZone);
  const time = timeOfDay(moment.hour * 60 + moment.minute);
  return t('common.dayAndTime', { day: calendarDay(moment.toPlainDate().toString()), time });
}
