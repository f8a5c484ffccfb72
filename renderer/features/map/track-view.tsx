import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MapUnavailableError } from '#engines/map';
import { createTrackMap, type TrackMapEngine, type TrackMapOptions } from '#engines/tracks';
import type { ColourScheme } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';
import { Notice } from '#ui/notice';
import { currentStyle, styleFailed, useOnlineMap } from './base-map';
import { LayersButton } from './layers';
import classes from './map.module.css';
import { StreetsStrip } from './streets-strip';
import { PanelStack, ToolButton } from './tool-parts';

type Callbacks = Pick<
  TrackMapOptions,
  'onHover' | 'onSelectFix' | 'onSelectPoint' | 'onSelectSign' | 'onPickPlace' | 'onMoved'
>;

interface TrackMapProps extends Partial<Callbacks> {
  /** The accessible name. */
  label: string;
  theme: ColourScheme;
  /** Called with the engine once it is created, and with null when it is removed or unavailable. */
  onEngine: (engine: TrackMapEngine | null) => void;
  /** On the map: a legend. */
  children?: ReactNode;
}

/** A map of tracks with its buttons. Moving parts go through the engine, not through React. */
export function TrackMap(props: TrackMapProps) {
  const { t, language } = useFormat();
  const container = useRef<HTMLDivElement>(null);
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const [isUnavailable, setUnavailable] = useState(false);
  const current = useRef({ ...props, isMotionReduced });
  useEffect(() => {
    current.current = { ...props, isMotionReduced };
  });
  const { theme } = props;
  const { address, isFailed } = useOnlineMap();

  useEffect(() => {
    const now = () => current.current;
    try {
      const created = createTrackMap(container.current!, {
        theme: now().theme,
        style: currentStyle,
        onStyleFailed: styleFailed,
        isMotionReduced: () => now().isMotionReduced,
        signClass: classes.sign!,
        onHover: (hit) => now().onHover?.(hit),
        onSelectFix: (hit) => now().onSelectFix?.(hit),
        onSelectPoint: (id) => now().onSelectPoint?.(id),
        onSelectSign: (...sign) => now().onSelectSign?.(...sign),
        onPickPlace: (...place) => now().onPickPlace?.(...place),
        onMoved: () => now().onMoved?.(),
      });
      setEngine(created);
      now().onEngine(created);
      return () => {
        now().onEngine(null);
        created.destroy();
      };
    } catch (error) {
      if (!(error instanceof MapUnavailableError)) throw error;
      setUnavailable(true);
      return undefined;
    }
    // MapLibre takes its texts when a map is made.
  }, [language.tag]);
  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  useEffect(() => engine?.refreshStyle(), [engine, address, isFailed]);

  return (
    <section className={classes.frame} aria-label={props.label}>
      <div ref={container} className={classes.map} />
      {isUnavailable ? (
        <div className={classes.trouble}>
          <Notice tone="warning" title={t('map.unavailable')}>
            {t('map.unavailable.track')}
          </Notice>
        </div>
      ) : (
        <>
          <PanelStack onSized={() => engine?.coverChanged()}>
            {engine && <StreetsStrip base={engine.base} />}
          </PanelStack>
          <div
            className={classes.tools}
            role="group"
            aria-label={t('map.controls')}
            data-covers-map
          >
            <ToolButton name={t('map.zoomIn')} icon={IconPlus} onClick={() => engine?.zoomBy(1)} />
            <ToolButton
              name={t('map.zoomOut')}
              icon={IconMinus}
              onClick={() => engine?.zoomBy(-1)}
            />
            <ToolButton
              name={t('map.fitAll')}
              icon={IconArrowsMaximize}
              onClick={() => engine?.fit()}
            />
            <LayersButton />
          </div>
        </>
      )}
      {props.children}
    </section>
  );
}
