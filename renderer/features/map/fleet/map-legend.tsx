import { useStore } from 'zustand';
import { deviceStates } from '#shared/domain/device-state';
import { deviceStateLooks } from '#lib/device-state-look';
import { StateBadge } from '#ui/state-badge';
import classes from './map.module.css';
import type { MapStore } from '../store';

/** What the symbols mean, in words. */
export function MapLegend({ store }: { store: MapStore }) {
  const isOpen = useStore(store, ({ isLegendOpen }) => isLegendOpen);
  if (!isOpen) return null;
  return (
    <section className={classes.legend} aria-label="Legend">
      <ul className={classes.legendList}>
        {deviceStates.map((state) => (
          <li key={state}>
            <StateBadge state={state} />
            <span className={classes.meaning}>{deviceStateLooks[state].meaning}</span>
          </li>
        ))}
        <li className={classes.meaning}>
          An arrow points where the device is going; a dot between two arcs moves, but nobody knows
          where to. A red “!” marks an alert that the account holder set as critical.
        </li>
        <li className={classes.meaning}>
          A circle with a number stands for that many devices; its ring shows their states.
        </li>
      </ul>
    </section>
  );
}
