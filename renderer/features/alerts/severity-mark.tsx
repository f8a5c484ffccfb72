import {
  IconAlertOctagonFilled,
  IconAlertTriangle,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react';
import { severityOf, type Severity } from '#shared/domain/alert';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import classes from './alerts.module.css';

const icons: Record<Severity, Icon> = {
  sos: IconAlertOctagonFilled,
  critical: IconAlertOctagonFilled,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

/** How urgent an alert is, by colour, shape and name. */
export function SeverityMark({ alerts }: { alerts: readonly string[] }) {
  const { t } = useFormat();
  const severity = severityOf(alerts);
  const SeverityIcon = icons[severity];
  return (
    <span className={`${page.inline} ${classes.severity}`} data-severity={severity}>
      <SeverityIcon size={15} aria-hidden />
      <span>{t(`alerts.severity.${severity}`)}</span>
    </span>
  );
}

/** The same in a column of its own, whose width does not depend on the word. */
export function SeveritySign({ alerts }: { alerts: readonly string[] }) {
  const { t } = useFormat();
  const severity = severityOf(alerts);
  const SeverityIcon = icons[severity];
  return (
    <span className={classes.sign}>
      <span
        className={classes.severity}
        data-severity={severity}
        title={t(`alerts.severity.${severity}`)}
      >
        {severity === 'sos' ? t('alerts.severity.sos') : <SeverityIcon size={18} aria-hidden />}
      </span>
    </span>
  );
}

/** The word alone; nothing for an SOS, which its sign says. */
export function SeverityWord({ alerts }: { alerts: readonly string[] }) {
  const { t } = useFormat();
  const severity = severityOf(alerts);
  if (severity === 'sos') return null;
  return (
    <span className={classes.severity} data-severity={severity}>
      {t(`alerts.severity.${severity}`)}
    </span>
  );
}
