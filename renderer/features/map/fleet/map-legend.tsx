import { useStore } from 'zustand';
import { deviceStates } from '#shared/domain/device-state';
import { deviceStateLooks } from '#lib/device-state-look';
import { StateBadge } from '#ui/state-badge';
import classes from './map.module.css';
import type { MapStore } from '../store';

/** Explains the symbols. */
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
          An arrow points in the direction of travel; a dot between two arcs is moving in an unknown
          direction. A red “!” marks an alert that is set as critical in the account.
        </li>
        <li className={classes.meaning}>
          An arrow drawn as an outline is an estimated position, for at most 45 seconds after the
          report; a line leads to it from the reported position.
        </li>
        <li className={classes.meaning}>
          A circle with a number represents that many devices; its ring shows their states.
        </li>
      </ul>
    </section>
  );
}
