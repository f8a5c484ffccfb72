import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { lastDay } from '#shared/domain/calendar';
import { useFormat } from '#lib/use-format';

interface CalendarProps {
  /** `YYYY-MM-DD`; null if none is chosen. */
  day: string | null;
  min?: string;
  onChoose: (day: string) => void;
}

/** Months to choose a day from; loaded when it is first opened. */
export function Calendar({ day, min, onChoose }: CalendarProps) {
  const { t } = useFormat();
  return (
    <DatePicker
      size="sm"
      hideOutsideDates
      // Mantine's red of weekends has too little contrast, and says nothing here.
      weekendDays={[]}
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
