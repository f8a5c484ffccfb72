import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCalendar,
  IconCalendarCheck,
  IconClock,
  IconInfinity,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ExpiryBand } from '#shared/domain/expiry';
import classes from './expiry.module.css';

export const bandLabels: Record<ExpiryBand, string> = {
  expired: 'Expired',
  day: 'Within 1 day',
  week: 'Within 7 days',
  month: 'Within 30 days',
  twoMonths: 'Within 60 days',
  later: 'Later',
  none: 'No expiry',
};

const icons: Record<ExpiryBand, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  expired: IconX,
  day: IconAlertOctagon,
  week: IconAlertTriangle,
  month: IconClock,
  twoMonths: IconCalendar,
  later: IconCalendarCheck,
  none: IconInfinity,
};

/** How soon a device expires: an icon, a colour and a label. */
export function BandBadge({ band }: { band: ExpiryBand }) {
  const Icon = icons[band];
  return (
    <span className={classes.band} data-band={band}>
      <Icon size={14} aria-hidden />
      <span>{bandLabels[band]}</span>
    </span>
  );
}
