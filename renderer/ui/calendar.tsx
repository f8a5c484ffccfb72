import '@mantine/dates/styles.css';
import { DatePicker, type DayOfWeek } from '@mantine/dates';
import { lastDay } from '#shared/domain/calendar';
import { useFormat } from '#lib/use-format';

interface CalendarProps {
  /** `YYYY-MM-DD`; null if none is chosen. */
  day: string | null;
  min?: string;
  onChoose: (day: string) => void;
}

const widestWeekday = 4;

/** Months to choose a day from; loaded when it is first opened. */
export function Calendar({ day, min, onChoose }: CalendarProps) {
  const { t, language, firstDay } = useFormat();
  const written = (shape: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language.locale, { ...shape, timeZone: 'UTC' });
    return (date: string) => format.format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`));
  };
  const year = written({ year: 'numeric' });
  const shortWeekday = written({ weekday: 'short' });
  const narrowWeekday = written({ weekday: 'narrow' });
  // Arabic and Hebrew have no short names that fit into a column.
  const weekdayOf = (date: string) =>
    shortWeekday(date).length > widestWeekday ? narrowWeekday(date) : shortWeekday(date);
  return (
    <DatePicker
      size="sm"
      hideOutsideDates
      // Mantine's red of weekends has too little contrast, and says nothing here.
      weekendDays={[]}
      firstDayOfWeek={(firstDay % 7) as DayOfWeek}
      weekdayFormat={weekdayOf}
      monthLabelFormat={written({ month: 'long', year: 'numeric' })}
      yearLabelFormat={year}
      decadeLabelFormat={(from, to) => `${year(from)} – ${year(to)}`}
      monthsListFormat={written({ month: 'short' })}
      yearsListFormat={year}
      getDayAriaLabel={written({ day: 'numeric', month: 'long', year: 'numeric' })}
      value={day}
      defaultDate={day ?? min}
      minDate={min}
      maxDate={lastDay}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
      ariaLabels={{
        nextMonth: t('ui.calendar.nextMonth'),
        previousMonth: t('ui.calendar.previousMonth'),
        nextYear: t('ui.calendar.nextYear'),
        previousYear: t('ui.calendar.previousYear'),
        nextDecade: t('ui.calendar.nextDecade'),
        previousDecade: t('ui.calendar.previousDecade'),
      }}
    />
  );
}
