import { useFormat } from '#lib/use-format';
import classes from './alerts.module.css';
import { useAlertOverview } from './store';
import { messages } from './alert-messages';

const mostShown = 999;

/** The number of alerts of the last 24 hours that are not acknowledged, next to the name of the page; hidden for 0. */
export function AlertCount() {
  const count = useAlertOverview()?.unacknowledged ?? 0;
  const format = useFormat();
  if (count === 0) return null;
  return (
    <span className={classes.badge} aria-label={messages.notAcknowledged(format.count(count))}>
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  );
}
