import { useFormat } from '#lib/use-format';
import classes from './alerts.module.css';
import { useAlertOverview } from './store';
import { badgeText } from './watch-messages';

const mostShown = 999;

/** The number of alerts of the last 24 hours that are not acknowledged, next to the name of the page; hidden for 0. */
export function AlertCount() {
  const overview = useAlertOverview();
  const format = useFormat();
  if (!overview || overview.unacknowledged === 0) return null;
  const { unacknowledged: count } = overview;
  const note = badgeText(overview, format);
  return (
    <span className={classes.badge} aria-label={note} title={note}>
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  );
}
