import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { LabelMode } from '#shared/domain/settings';
import type { ColourScheme } from '#lib/device-state-look';
import type { FleetClient, MapFeed } from '#engines/fleet';
import { Notice } from '#ui/notice';
import { MapUnavailableError } from '../engine/base-map';
import type { MapView as CameraView } from '../engine/camera';
import { texts } from '../map-texts';
import { FollowChip } from './follow-chip';
import { createMapEngine } from './map-engine';
import classes from './map.module.css';
import { MapControls } from './map-controls';
import { MapLegend } from './map-legend';
import { StackList } from './stack-list';
import type { MapStore } from '../store';
import { bundledStyle } from '../style/style';
import { MapToolLayer } from '../tools/map-tool-layer';

export interface FleetMapProps {
  fleet: FleetClient & MapFeed;
  store: MapStore;
  /** The map is framed again for another account. */
  account: string | null;
  theme: ColourScheme;
  /** Address of an online style; '' for the bundled map. */
  styleUrl: string;
  labels: LabelMode;
  onLabels: (labels: LabelMode) => void;
  /** The last view with this account; null frames the whole fleet. */
  savedView: CameraView | null;
  /** The device that was selected in it. */
  savedSelection: string | null;
  /** null: the whole fleet is framed. */
  onViewChanged: (view: CameraView | null) => void;
  /** A device or (null) an empty place was clicked. It is already selected. */
  onSelect: (id: string | null) => void;
}

/** The map with its controls. React mounts it once; the engine draws everything that moves. */
export function FleetMap(props: FleetMapProps) {
  const { store } = props;
  const container = useRef<HTMLDivElement>(null);
  const trouble = useStore(store, (state) => state.trouble);
  useEngine(container, props);
  return (
    <div className={classes.frame}>
      <div ref={container} className={classes.map} />
      {trouble && <Trouble of={trouble} />}
      {trouble !== 'noWebGl' && (
        <>
          <Controls {...props} />
          <FollowChip store={store} fleet={props.fleet} />
          <MapLegend store={store} />
          <StackList store={store} fleet={props.fleet} onSelect={props.onSelect} />
        </>
      )}
    </div>
  );
}

/** The buttons of the map, and its tools as soon as there is a map. */
function Controls({ store, fleet, theme, labels, onLabels }: FleetMapProps) {
  const engine = useStore(store, (state) => state.engine);
  const controls = (buttons: ReactNode) => (
    <MapControls store={store} fleet={fleet} labels={labels} onLabels={onLabels}>
      {buttons}
    </MapControls>
  );
  if (!engine) return controls(null);
  return (
    <MapToolLayer store={store} engine={engine} theme={theme}>
      {controls}
    </MapToolLayer>
  );
}

function Trouble({ of }: { of: 'noWebGl' | 'styleFailed' }) {
  return (
    <div className={classes.trouble}>
      {of === 'noWebGl' ? (
        <Notice tone="warning" title={texts.theMapCannotBeShown}>
          {texts.itNeedsWebglWhichThe}
        </Notice>
      ) : (
        <Notice tone="info" title={texts.theOnlineMapCannotBe}>
          {texts.theBundledMapIsShown}
        </Notice>
      )}
    </div>
  );
}

function useEngine(
  container: React.RefObject<HTMLDivElement | null>,
  { fleet, store, account, theme, styleUrl, labels, ...others }: FleetMapProps,
): void {
  const { savedView, savedSelection, ...callbacks } = others;
  const engine = useStore(store, (state) => state.engine);
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isOnline = styleUrl !== '' && styleUrl !== failedUrl;
  // The engine outlives renders and needs the current values.
  const now = { callbacks, isMotionReduced, isOnline, styleUrl, theme, savedView, savedSelection };
  const current = useRef(now);
  useEffect(() => {
    current.current = now;
  });

  useEffect(() => {
    try {
      const created = createMapEngine(container.current!, {
        feed: fleet,
        theme: current.current.theme,
        style: (scheme) =>
          current.current.isOnline ? current.current.styleUrl : bundledStyle(scheme),
        tooltipClass: classes.tooltip,
        isMotionReduced: () => current.current.isMotionReduced,
        onSelect: (id) => current.current.callbacks.onSelect(id),
        onViewChanged: (view) => current.current.callbacks.onViewChanged(view),
        onStack: (stack) => store.setState({ stack }),
        onFollowChanged: (isFollowing, isOther) => store.followChanged(isFollowing, isOther),
        onStyleFailed: () => {
          setFailedUrl(current.current.styleUrl);
          current.current.isOnline = false;
        },
      });
      store.setState({ engine: created, trouble: null });
      return () => {
        store.setState({ engine: null, stack: null, isFollowing: false });
        created.destroy();
      };
    } catch (error) {
      if (!(error instanceof MapUnavailableError)) throw error;
      store.setState({ trouble: 'noWebGl' });
      return undefined;
    }
  }, [container, fleet, store]);

  useEffect(() => {
    if (!engine) return;
    store.useToolsFor(account);
    engine.open(account, current.current.savedView, current.current.savedSelection);
  }, [engine, store, account]);
  const covers = useStore(store, ({ isLegendOpen, isFollowing, ruler, heat }) =>
    JSON.stringify([isLegendOpen, isFollowing, ruler !== null, heat !== 'off']),
  );
  useEffect(() => engine?.coverChanged(), [engine, covers]);
  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  useEffect(() => engine?.setLabels(labels), [engine, labels]);
  useEffect(() => engine?.refreshStyle(), [engine, isOnline, styleUrl]);
  useEffect(() => {
    if (!engine) return;
    store.setState({
      trouble: failedUrl !== null && failedUrl === styleUrl ? 'styleFailed' : null,
    });
  }, [engine, store, failedUrl, styleUrl]);
}
