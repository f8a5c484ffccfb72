import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, type CSSProperties } from 'react';
import { useStore } from 'zustand';
import { CloseButton, Group, UnstyledButton } from '@mantine/core';
import type { LabelMode } from '#shared/domain/settings';
import type { FleetClient, MapFeed } from '#engines/fleet';
import { MapEngine, MapUnavailableError, type MapView, type Stack } from '#engines/map';
import type { ColourScheme } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';
import { Notice } from '#ui/notice';
import { StateShapeIcon } from '#ui/state-badge';
import { page } from '#ui/page';
import { currentStyle, styleFailed, useOnlineMap, useStreetsInTheme } from './base-map';
import { MapControls } from './map-controls';
import classes from './map.module.css';
import type { MapStore } from './store';

interface FleetMapProps {
  fleet: FleetClient & MapFeed;
  store: MapStore;
  /** The map is framed again for another account. */
  account: string | null;
  theme: ColourScheme;
  labels: LabelMode;
  onLabels: (labels: LabelMode) => void;
  /** The last view with this account; null frames the whole fleet. */
  savedView: MapView | null;
  /** The device that was selected in it. */
  savedSelection: string | null;
  /** null: the whole fleet is framed. */
  onViewChanged: (view: MapView | null) => void;
  /** A device or (null) an empty place was clicked. It is already selected. */
  onSelect: (id: string | null) => void;
  /** False where nobody can press them. */
  hasControls: boolean;
}

/** The map with its controls. React mounts it once; the engine draws everything that moves. */
export function FleetMap(props: FleetMapProps) {
  const { t } = useFormat();
  const { store } = props;
  const container = useRef<HTMLDivElement>(null);
  const isUnavailable = useStore(store, (state) => state.isUnavailable);
  useEngine(container, props);
  return (
    <div className={classes.frame}>
      <div ref={container} className={classes.map} />
      {isUnavailable ? (
        <div className={classes.trouble}>
          <Notice tone="warning" title={t('map.unavailable')}>
            {t('map.unavailable.fleet')}
          </Notice>
        </div>
      ) : (
        props.hasControls && (
          <>
            <MapControls {...props} />
            <StackList store={store} fleet={props.fleet} onSelect={props.onSelect} />
          </>
        )
      )}
    </div>
  );
}

function useEngine(
  container: React.RefObject<HTMLDivElement | null>,
  { fleet, store, account, theme, labels, ...others }: FleetMapProps,
): void {
  const { savedView, savedSelection, ...callbacks } = others;
  const engine = useStore(store, (state) => state.engine);
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { tag } = useFormat().language;
  useStreetsInTheme(theme);
  const { address, isFailed } = useOnlineMap();
  // The engine outlives renders and needs the current values.
  const now = { callbacks, isMotionReduced, theme, savedView, savedSelection };
  const current = useRef(now);
  useEffect(() => {
    current.current = now;
  });

  useEffect(() => {
    try {
      const created = new MapEngine(container.current!, {
        feed: fleet,
        theme: current.current.theme,
        style: currentStyle,
        tooltipClass: classes.tooltip!,
        isMotionReduced: () => current.current.isMotionReduced,
        onSelect: (id) => current.current.callbacks.onSelect(id),
        onViewChanged: (view) => current.current.callbacks.onViewChanged(view),
        onStack: (stack) => store.setState({ stack }),
        onFollowChanged: (isFollowing, isOther) => store.followChanged(isFollowing, isOther),
        onStyleFailed: styleFailed,
      });
      store.setState({ engine: created, isUnavailable: false });
      return () => {
        store.setState({ engine: null, stack: null, isFollowing: false });
        created.destroy();
      };
    } catch (error) {
      if (!(error instanceof MapUnavailableError)) throw error;
      store.setState({ isUnavailable: true });
      return undefined;
    }
    // MapLibre takes its texts, those of the scale bar among them, when a map is made.
  }, [container, fleet, store, tag]);

  useEffect(() => {
    if (!engine) return;
    engine.camera.open(account, current.current.savedView, current.current.savedSelection);
  }, [engine, store, account]);
  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  useEffect(() => engine?.setLabels(labels), [engine, labels]);
  useEffect(() => engine?.refreshStyle(), [engine, address, isFailed]);
}

/** Distance of the list from the centre of the fan, pixels. */
const fanPx = 70;

/** Places the list on the side with more space. */
function besideFan({ point, area }: Stack): CSSProperties {
  const across =
    point.x < area.width / 2
      ? { left: point.x + fanPx }
      : { right: Math.max(0, area.width - point.x + fanPx) };
  const down =
    point.y < area.height / 2
      ? { top: Math.max(8, point.y - 40) }
      : { bottom: area.height - point.y - 40 };
  return { ...across, ...down };
}

interface StackListProps {
  store: MapStore;
  fleet: FleetClient;
  onSelect: (id: string) => void;
}

/** Closes the list and returns the focus to the map. */
function leave(engine: MapEngine | null): void {
  engine?.closeStack();
  engine?.focus();
}

/** The devices at one spot, to choose one by name. */
function StackList({ store, fleet, onSelect }: StackListProps) {
  const stack = useStore(store, (state) => state.stack);
  const engine = useStore(store, (state) => state.engine);
  const { t } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stack) box.current?.querySelector<HTMLElement>('[data-device]')?.focus();
  }, [stack]);
  useEffect(() => {
    const element = box.current;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave(engine);
    };
    element?.addEventListener('keydown', closeOnEscape);
    return () => element?.removeEventListener('keydown', closeOnEscape);
  }, [stack, engine]);
  if (!stack) return null;
  const close = () => leave(engine);
  const choose = (id: string) => {
    close();
    void fleet.select(id);
    onSelect(id);
  };
  const more = stack.count - stack.items.length;
  return (
    <div
      ref={box}
      className={classes.stack}
      role="dialog"
      aria-label={t('map.stack')}
      style={besideFan(stack)}
    >
      <Group justify="space-between" px={6} pb={4}>
        <strong>{t('map.stack.title', { count: stack.count })}</strong>
        <CloseButton size="sm" aria-label={t('map.file.close')} onClick={close} />
      </Group>
      <ul className={classes.stackItems}>
        {stack.items.map(({ id, label, state }) => (
          <li key={id}>
            <UnstyledButton data-device className={classes.stackItem} onClick={() => choose(id)}>
              <StateShapeIcon state={state} />
              <bdi>{label}</bdi>
              <span className={page.quiet}>{t(`common.deviceState.${state}`)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {more > 0 && <div className={page.quiet}>{t('map.stack.more', { count: more })}</div>}
    </div>
  );
}
