import {
  IconAlertOctagonFilled,
  IconAlertTriangle,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react';
import { severityOf, type Severity } from '#shared/domain/alert';
import { page } from '#ui/page';
import { severityNames } from './alerts-texts';
import classes from './alerts.module.css';

const icons: Record<Severity, Icon> = {
  sos: IconAlertOctagonFilled,
  critical: IconAlertOctagonFilled,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

/** How urgent an alert is, by colour, shape and name. */
export function SeverityMark({ alerts }: { alerts: readonly string[] }) {
  const severity = severityOf(alerts);
  const SeverityIcon = icons[severity];
  return (
    <span className={`${page.inline} ${classes.severity}`} data-severity={severity}>
      <SeverityIcon size={15} aria-hidden />
      <span>{severityNames[severity]}</span>
    </span>
  );
}
