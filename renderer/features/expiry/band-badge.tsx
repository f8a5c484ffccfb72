import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCalendar,
  IconCalendarCheck,
  IconClock,
  IconInfinity,
  IconInfoCircle,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ExpiryBand } from '#shared/domain/expiry';
import classes from './expiry.module.css';
import { texts } from './expiry-texts';

export const bandLabels: Record<ExpiryBand, string> = {
  expired: texts.expired,
  pastDate: texts.activeAfterItsDate,
  day: texts.todayOrTomorrow,
  week: texts.in2To7Days,
  month: texts.in8To30Days,
  twoMonths: texts.in31To60Days,
  later: texts.after60Days,
  none: texts.noExpiry,
  notProvided: texts.notProvided,
  notUnderstood: texts.notUnderstood,
};

const icons: Record<ExpiryBand, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  expired: IconX,
  pastDate: IconAlertTriangle,
  day: IconAlertOctagon,
  week: IconAlertTriangle,
  month: IconClock,
  twoMonths: IconCalendar,
  later: IconCalendarCheck,
  none: IconInfinity,
  notProvided: IconQuestionMark,
  notUnderstood: IconQuestionMark,
};

/** How soon a device expires: an icon, a colour and a label. */
export function BandBadge({ band, isMarked = false }: { band: ExpiryBand; isMarked?: boolean }) {
  const Icon = icons[band];
  return (
    <span className={classes.band} data-band={band}>
      <Icon size={14} aria-hidden />
      <span>{bandLabels[band]}</span>
      {isMarked && <IconInfoCircle size={14} aria-hidden />}
    </span>
  );
}
