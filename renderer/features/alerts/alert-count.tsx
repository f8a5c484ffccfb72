import { useFormat } from '#lib/use-format';
import classes from './alerts.module.css';
import { useUnacknowledged } from './store';

const mostTold = 999;

/** How many alerts nobody acknowledged, beside the name of the page; nothing where there are none. */
export function AlertCount() {
  const count = useUnacknowledged();
  const format = useFormat();
  if (count === 0) return null;
  return (
    <span className={classes.badge} aria-label={`${format.count(count)} not acknowledged`}>
      {count > mostTold ? `${mostTold}+` : count}
    </span>
  );
}
