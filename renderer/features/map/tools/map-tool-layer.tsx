import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { IconRuler2 } from '@tabler/icons-react';
import type { ColourScheme } from '#lib/device-state-look';
import type { MapEngine } from '../fleet/map-engine-types';
import type { MapStore } from '../store';
import { GoTo } from './go-to';
import { HeatLegend } from './heat-legend';
import { HeatMenu } from './heat-menu';
import { PlaceMarker, PlaceMenu } from './map-places';
import { PositionBar } from './position-bar';
import { rulerMessages } from './ruler-messages';
import { SaveMenu, SaveResult, useSaveMap } from './save-menu';
import { ToolButton } from './tool-button';
import classes from './tools.module.css';

// With the library that measures on the ellipsoid.
const loadRuler = async () => ({ default: (await import('./ruler-panel')).RulerPanel });
const RulerPanel = lazy(loadRuler);

/** How long "Copied" is shown. */
const copiedMs = 2_000;

interface MapToolLayerProps {
  store: MapStore;
  engine: MapEngine;
  theme: ColourScheme;
  /** Places the buttons of the tools below those of the map. */
  children: (buttons: ReactNode) => ReactNode;
}

/** The tools of the map: their buttons, what they show on the map, and their panels. */
export function MapToolLayer({ store, engine, theme, children }: MapToolLayerProps) {
  const { tools } = engine;
  const ruler = useStore(store, (state) => state.ruler);
  const coordinateStyle = useStore(store, (state) => state.coordinateStyle);
  const [heatText, setHeatText] = useState<string | null>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const save = useSaveMap({ store, tools, theme, heatText });
  const endRuler = useCallback(() => {
    store.setState({ ruler: null });
    engine.focus();
  }, [store, engine]);
  return (
    <>
      {children(
        <>
          <ToolButton
            name={rulerMessages.name}
            isPressed={ruler !== null}
            onPointerEnter={() => void loadRuler()}
            onFocus={() => void loadRuler()}
            onClick={() => {
              if (ruler) return endRuler();
              store.setState({ ruler: { start: null } });
              engine.focus();
            }}
          >
            <IconRuler2 size={18} />
          </ToolButton>
          <GoTo store={store} tools={tools} />
          <HeatMenu store={store} />
          <SaveMenu save={save} />
        </>,
      )}
      <div className={classes.panels} data-covers-map>
        <SaveResult save={save} />
        {ruler && (
          <Suspense>
            <RulerPanel
              // Measuring from another place starts over.
              key={JSON.stringify(ruler.start)}
              tools={tools}
              start={ruler.start}
              coordinateStyle={coordinateStyle}
              onEnd={endRuler}
            />
          </Suspense>
        )}
        <HeatLegend store={store} tools={tools} theme={theme} onText={setHeatText} />
      </div>
      <PositionBar store={store} tools={tools} copied={copied} onCopied={setCopied} />
      <PlaceMarker store={store} tools={tools} onCopied={setCopied} />
      <PlaceMenu store={store} tools={tools} onCopied={setCopied} />
    </>
  );
}
