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

export const bandLabels: Record<ExpiryBand, string> = {
  expired: 'Expired',
  pastDate: 'Active after its date',
  day: 'Today or tomorrow',
  week: 'In 2 to 7 days',
  month: 'In 8 to 30 days',
  twoMonths: 'In 31 to 60 days',
  later: 'After 60 days',
  none: 'No expiry',
  notProvided: 'Not provided',
  notUnderstood: 'Not understood',
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
