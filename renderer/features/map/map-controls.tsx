import { CloseButton } from '@mantine/core';
import { IconArrowsMaximize, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { deviceLabel } from '#shared/domain/device';
import type { LabelMode } from '#shared/domain/settings';
import { displayText } from '#shared/domain/text';
import type { FleetClient, VisibleSet } from '#engines/fleet';
import type { MapEngine } from '#engines/map';
import { api } from '#lib/api';
import type { ColourScheme } from '#lib/device-state-look';
import { useAnswer } from '#lib/use-answer';
import { useEscape } from '#lib/use-escape';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { page } from '#ui/page';
import { deviceStates, type DeviceState } from '#shared/domain/device-state';
import { flagUrgent } from '#shared/fleet/columns';
import { isInView, type Viewport } from '#shared/domain/mercator';
import { StateBadge, stateOutlines } from '#ui/state-badge';
import { GoTo } from './go-to';
import { HeatLegend } from './heat';
import { LayersButton } from './layers';
import classes from './map.module.css';
import { PlaceMarker, PlaceMenu } from './positions';
import { RulerPanel } from './ruler-panel';
import type { MapStore } from './store';
import { StreetsStrip } from './streets-strip';
import { PanelHead, PanelStack, ToolButton } from './tool-parts';
import { ToolsMenu } from './tools';
import { countsInView } from './map-picture';

interface MapControlsProps {
  store: MapStore;
  fleet: FleetClient;
  theme: ColourScheme;
  labels: LabelMode;
  onLabels: (labels: LabelMode) => void;
}

/** The buttons at the right of the map, and what they open at its left. */
export function MapControls({ store, fleet, theme, labels, onLabels }: MapControlsProps) {
  const { t } = useFormat();
  const { engine, isFollowing } = useStore(store);
  const selectedId = useSelectedId(fleet);
  const hasSelection = selectedId !== null;
  const tools = useRef<HTMLButtonElement>(null);
  const closePanel = useCallback(() => {
    store.setState({ panel: null });
    tools.current?.focus();
  }, [store]);
  return (
    <>
      <div className={classes.tools} role="group" aria-label={t('map.controls')} data-covers-map>
        <ToolButton
          name={t('map.zoomIn')}
          icon={IconPlus}
          onClick={() => engine?.camera.zoomBy(1)}
        />
        <ToolButton
          name={t('map.zoomOut')}
          icon={IconMinus}
          onClick={() => engine?.camera.zoomBy(-1)}
        />
        <ToolButton
          name={t('map.fitAll')}
          title={t('map.fitAll.title')}
          icon={IconArrowsMaximize}
          onClick={() => engine?.camera.fitAll()}
        />
        <LayersButton />
        {engine && <ToolsMenu {...{ store, engine, theme, labels, onLabels }} button={tools} />}
        {hasSelection && (
          <ToolButton
            name={t('common.follow')}
            icon={IconFocusCentered}
            isPressed={isFollowing}
            onClick={() => store.follow(!isFollowing)}
          />
        )}
      </div>
      {engine && (
        <>
          <PanelStack onSized={() => engine.camera.coverChanged()}>
            <StreetsStrip base={engine.base} />
            <FollowChip store={store} selectedId={selectedId} />
            <ResumeFollowing store={store} hasSelection={hasSelection} />
            <Panels store={store} engine={engine} theme={theme} onClose={closePanel} />
          </PanelStack>
          <PlaceMarker store={store} engine={engine} />
          <PlaceMenu store={store} engine={engine} />
        </>
      )}
    </>
  );
}

function ResumeFollowing({ store, hasSelection }: { store: MapStore; hasSelection: boolean }) {
  const { t } = useFormat();
  const canResume = useStore(store, (state) => state.canResume);
  if (!canResume || !hasSelection) return null;
  return (
    <ActionButton size="compact-sm" onClick={() => store.follow(true)}>
      {t('map.following.resume')}
    </ActionButton>
  );
}

interface PanelsProps {
  store: MapStore;
  engine: MapEngine;
  theme: ColourScheme;
  onClose: () => void;
}

/** One panel at a time: what was opened last, before the ruler, before the heat. The others keep their state. */
function Panels({ store, engine, theme, onClose }: PanelsProps) {
  const { panel, ruler } = useStore(store);
  useEscape(
    useCallback(
      () => (panel === 'legend' && engine.isShown() ? onClose() : false),
      [panel, engine, onClose],
    ),
  );
  return (
    <>
      {panel === 'goTo' && <GoTo store={store} engine={engine} onClose={onClose} />}
      {panel === 'legend' && <MapLegend engine={engine} onClose={onClose} />}
      {ruler && (
        // Measuring from another place starts over.
        <RulerPanel
          key={JSON.stringify(ruler.start)}
          store={store}
          engine={engine}
          start={ruler.start}
          isHidden={panel !== null}
        />
      )}
      <HeatLegend
        store={store}
        engine={engine}
        theme={theme}
        isHidden={panel !== null || ruler !== null}
      />
    </>
  );
}

/** The selected device; null: none. */
function useSelectedId(fleet: FleetClient): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(
    () => fleet.subscribe(({ view: { selected } }) => setId(selected?.id ?? null)),
    [fleet],
  );
  return id;
}

interface FollowChipProps {
  store: MapStore;
  selectedId: string | null;
}

/** Names the device that the map follows, and ends it. */
function FollowChip({ store, selectedId }: FollowChipProps) {
  const isFollowing = useStore(store, (state) => state.isFollowing);
  // Following belongs to the device with which it began.
  const [followed, setFollowed] = useState<string | null>(null);
  useEffect(() => {
    setFollowed((before) => (isFollowing ? (before ?? selectedId) : null));
  }, [isFollowing, selectedId]);
  useEffect(() => {
    if (followed !== null && selectedId !== followed) store.follow(false);
  }, [store, followed, selectedId]);
  return isFollowing && followed !== null ? (
    <FollowedDevice key={followed} id={followed} store={store} />
  ) : null;
}

function FollowedDevice({ id, store }: { id: string; store: MapStore }) {
  const { t } = useFormat();
  const { value, fault } = useAnswer(() => api.fleet.details({ id }), [id]);
  const end = useCallback(() => store.follow(false), [store]);
  // Escape closes the details first; a second Escape ends following.
  useEscape(end, true);
  if (!value && !fault) return null;
  // Its id where it has no name, or cannot be asked for.
  const label = (value && displayText(deviceLabel(value.device))) || id;
  const following = t('map.following', { device: label });
  return (
    <div className={classes.followChip} role="group" aria-label={following} data-covers-map>
      <IconFocusCentered size={14} aria-hidden />
      <span className={page.cut}>{following}</span>
      <CloseButton
        size="xs"
        aria-label={t('map.following.stop')}
        title={t('map.following.stop')}
        onClick={end}
      />
    </div>
  );
}

interface MapLegendProps {
  engine: MapEngine;
  onClose: () => void;
}

/** How often the legend looks what is on screen. */
const everyMs = 500;

/** Names the symbols that are on screen now. */
function MapLegend({ engine, onClose }: MapLegendProps) {
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
type MapSign = DeviceState | Extra;

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
