import { useFormat } from '#lib/use-format';
import { barsText, hourText } from './usage-messages';
import classes from './usage.module.css';

interface HourBarsProps {
  /** Calls by hour of the day. */
  hours: readonly number[];
  /** The present hour. */
  hour: number;
  /** Accessible name. */
  name: string;
  isLarge?: boolean;
}

/** Calls by hour of the day as bars, each as high as its part of the busiest hour. */
export function HourBars({ hours, hour, name, isLarge = false }: HourBarsProps) {
  const format = useFormat();
  const most = Math.max(1, ...hours);
  return (
    <div
      className={classes.bars}
      data-large={isLarge || undefined}
      role="img"
      aria-label={`${name}: ${barsText(hours, format)}`}
    >
      {hours.map((calls, each) => (
        <span
          key={hourText(each)}
          className={classes.hour}
          title={`${hourText(each)}: ${format.counted(calls, 'call')}`}
        >
          <span
            className={classes.bar}
            data-now={each === hour || undefined}
            data-empty={calls === 0 || undefined}
            style={{ height: `${(calls / most) * 100}%` }}
          />
        </span>
      ))}
    </div>
  );
}
