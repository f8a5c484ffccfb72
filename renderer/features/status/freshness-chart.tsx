import type { FleetFreshness } from '#shared/domain/session';
import { useFormat } from '#lib/use-format';
import classes from './freshness-chart.module.css';
import { checkedText, freshnessParts } from './freshness-messages';
import { messages } from './status-messages';

/** One bar for the fleet, divided by how long ago its devices were checked. */
export function FreshnessChart({ freshness }: { freshness: FleetFreshness }) {
  const format = useFormat();
  if (freshness.listed === 0) return null;
  const parts = freshnessParts(freshness).map(({ label, devices }) => ({
    label,
    devices,
    text: messages.checkedWithin(label, checkedText(devices, freshness.listed, format)),
  }));
  return (
    <div className={classes.chart}>
      <div className={classes.bar} role="img" aria-label={parts.map(({ text }) => text).join('. ')}>
        {parts.map(({ label, devices, text }, i) => (
          <span
            key={label}
            title={text}
            className={classes.part}
            data-part={i}
            style={{ flexGrow: devices }}
          />
        ))}
      </div>
      <ul className={classes.legend} aria-hidden>
        {parts.map(({ label }, i) => (
          <li key={label}>
            <span className={classes.swatch} data-part={i} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
