import { useStore } from 'zustand';
import { deviceStates } from '#shared/domain/device-state';
import { deviceStateLooks } from '#lib/device-state-look';
import { StateBadge } from '#ui/state-badge';
import { texts } from '../map-texts';
import classes from './map.module.css';
import type { MapStore } from '../store';

/** Explains the symbols. */
export function MapLegend({ store }: { store: MapStore }) {
  const isOpen = useStore(store, ({ isLegendOpen }) => isLegendOpen);
  if (!isOpen) return null;
  return (
    <section className={classes.legend} aria-label={texts.legend} data-covers-map>
      <ul className={classes.legendList}>
        {deviceStates.map((state) => (
          <li key={state}>
            <StateBadge state={state} />
            <span className={classes.meaning}>{deviceStateLooks[state].meaning}</span>
          </li>
        ))}
        <li className={classes.meaning}>{texts.anArrowPointsInThe}</li>
        <li className={classes.meaning}>{texts.anArrowDrawnAsAn}</li>
        <li className={classes.meaning}>{texts.aCircleWithANumber}</li>
      </ul>
    </section>
  );
}
