import { useEffect, useState } from 'react';
import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import { flagUrgent } from '#shared/fleet/columns';
import type { VisibleSet } from '#engines/fleet';
import { isInView, type Viewport } from '#engines/geo';
import type { MapEngine } from '#engines/map';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { StateBadge, stateOutlines } from '#ui/state-badge';
import { countsInView } from './map-picture';
import { PanelHead } from './panel-head';
import classes from './map.module.css';

interface MapLegendProps {
  engine: MapEngine;
  onClose: () => void;
}

/** How often the legend looks what is on screen. */
const everyMs = 500;

/** Names the symbols that are on screen now. */
export function MapLegend({ engine, onClose }: MapLegendProps) {
  const { t } = useFormat();
  const [signs, setSigns] = useState<readonly MapSign[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const seen = signsInView(engine.visible(), engine.view());
      setSigns((before) => (before.join() === seen.join() ? before : seen));
    };
    const soon = () => {
      timer ??= setTimeout(look, everyMs);
    };
    look();
    const stops = [engine.onVisible(soon), engine.onMoved(soon)];
    return () => {
      stops.forEach((stop) => stop());
      clearTimeout(timer);
    };
  }, [engine]);
  return (
    <section className={classes.legend} aria-label={t('map.legend')} data-covers-map>
      <PanelHead closeName={t('map.legend.close')} onClose={onClose}>
        <strong>{t('map.legend')}</strong>
      </PanelHead>
      {signs.length === 0 && <span>{t('map.legend.empty')}</span>}
      <ul className={classes.signs}>
        {signs.map((sign) => (
          <li key={sign}>
            {isExtra(sign) ? (
              <span className={page.inline}>
                <span className={classes.sample} data-sign={sign} aria-hidden>
                  {samples[sign]}
                </span>
                {t(`map.legend.${sign}`)}
              </span>
            ) : (
              <StateBadge state={sign} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a symbol may have besides its state. */
const samples = {
  critical: '!',
  cluster: '2',
  estimate: (
    <svg width={14} height={14} viewBox="0 0 16 16">
      <path d={stateOutlines.arrow} fill="none" stroke="currentColor" strokeWidth={1.5} />
    </svg>
  ),
};
type Extra = keyof typeof samples;

/** A symbol that the legend names. */
export type MapSign = DeviceState | Extra;

const isExtra = (sign: MapSign): sign is Extra => sign in samples;

/** The symbols in a part of the map. */
export function signsInView(visible: VisibleSet | null, view: Viewport): MapSign[] {
  if (!visible) return [];
  const { singles, clusters, selected, estimate } = visible;
  const counts = countsInView(visible, view);
  const isSeen = (x: number | undefined, y: number | undefined) => isInView(view, x!, y!);
  const isCritical =
    singles.flags.some((flags, i) => flags & flagUrgent && isSeen(singles.x[i], singles.y[i])) ||
    (selected !== null && (selected.flags & flagUrgent) !== 0 && isSeen(selected.x, selected.y));
  const extras: Record<Extra, boolean> = {
    critical: isCritical,
    cluster: clusters.count.some((_, i) => isSeen(clusters.x[i], clusters.y[i])),
    estimate: estimate !== null && isInView(view, estimate.x, estimate.y),
  };
  return [
    ...deviceStates.filter((state) => counts[state] > 0),
    ...(Object.keys(extras) as Extra[]).filter((extra) => extras[extra]),
  ];
}
