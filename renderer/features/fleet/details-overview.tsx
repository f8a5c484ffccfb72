import { alertWords } from '#shared/domain/alert';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useFormat } from '#lib/use-format';
import { useIsRecent } from './details-state';
import classes from './details.module.css';
import { texts } from './fleet-texts';
import { SourcedText } from './known-rows';
import { overviewRows } from './report-values';
import { messages } from './fleet-messages';

/** What the device measured and reports, as far as it sent any; empty values take no room. */
export function DetailsOverview({ details }: { details: DeviceDetails }) {
  const format = useFormat();
  const isOld = !useIsRecent(details);
  const { fix } = details;
  if (!fix) return null;
  const rows = overviewRows(fix, isOld, format);
  const alerts = [...new Set([...fix.alerts.map(alertWords), ...fix.warnings.map(alertWords)])];
  return (
    <>
      {alerts.length > 0 && (
        <p className={classes.reported} data-old={isOld || undefined}>
          {fix.hasCriticalAlert === true
            ? messages.criticalAlertInReport(alerts.join(', '))
            : messages.inLastReport(alerts.join(', '))}
        </p>
      )}
      {rows.length > 0 && (
        <dl className={classes.strip} data-old={isOld || undefined} aria-label={texts.values}>
          {rows.map((row) => (
            <div
              key={row.name}
              className={classes.measure}
              data-gap={row.is === 'gap' || undefined}
            >
              <dt>{row.name}</dt>
              <dd>
                <SourcedText text={row.text} source={row.source} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
