import { IconAlertOctagonFilled, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { severityOf, type Severity } from '#shared/domain/alert';
import { texts } from './alerts-texts';
import classes from './alerts.module.css';

const looks: Record<
  Severity,
  { name: string; Icon: ComponentType<{ size: number; 'aria-hidden': boolean }> }
> = {
  sos: { name: 'SOS', Icon: IconAlertOctagonFilled },
  critical: { name: texts.critical, Icon: IconAlertOctagonFilled },
  warning: { name: texts.warning, Icon: IconAlertTriangle },
  info: { name: texts.information, Icon: IconInfoCircle },
};

/** How urgent an alert is, by colour, shape and name. */
export function SeverityMark({ alerts }: { alerts: readonly string[] }) {
  const severity = severityOf(alerts);
  const { name, Icon } = looks[severity];
  return (
    <span className={classes.severity} data-severity={severity}>
      <Icon size={15} aria-hidden />
      {name}
    </span>
  );
}
