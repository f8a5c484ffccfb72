import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ColourScheme } from '#lib/device-state-look';
import { Notice } from '#ui/notice';
import { MapUnavailableError } from '#engines/map';
import classes from '../map.module.css';
import { texts } from '../map-texts';
import { bundledStyle } from '#engines/map';
import { createTrackMap, type TrackMapEngine, type TrackMapOptions } from './track-map';
import signs from './track.module.css';

type Callbacks = Pick<
  TrackMapOptions,
  'onHover' | 'onSelectFix' | 'onSelectPoint' | 'onPickPlace' | 'onMoved'
>;

export interface TrackMapProps extends Partial<Callbacks> {
  /** The accessible name. */
  label: string;
  theme: ColourScheme;
  /** Address of an online style; '' for the bundled map. */
  styleUrl: string;
  /** Called with the engine once it is created, and with null when it is removed or unavailable. */
  onEngine: (engine: TrackMapEngine | null) => void;
  /** On the map: a legend. */
  children?: ReactNode;
}

const ignore = () => {};

/** A map of tracks with its buttons. Moving parts go through the engine, not through React. */
export function TrackMap(props: TrackMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const [isUnavailable, setUnavailable] = useState(false);
  const current = useRef({ ...props, isMotionReduced });
  useEffect(() => {
    current.current = { ...props, isMotionReduced };
  });
  const { theme, styleUrl } = props;

  useEffect(() => {
    const now = () => current.current;
    try {
      const created = createTrackMap(container.current!, {
        theme: now().theme,
        style: (scheme) => (now().styleUrl === '' ? bundledStyle(scheme) : now().styleUrl),
        fallback: bundledStyle,
        isMotionReduced: () => now().isMotionReduced,
        signClass: signs.sign!,
        onHover: (hit) => (now().onHover ?? ignore)(hit),
        onSelectFix: (hit) => (now().onSelectFix ?? ignore)(hit),
        onSelectPoint: (id) => (now().onSelectPoint ?? ignore)(id),
        onPickPlace: (...place) => (now().onPickPlace ?? ignore)(...place),
        onMoved: () => (now().onMoved ?? ignore)(),
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
  }, []);
  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  useEffect(() => engine?.refreshStyle(), [engine, styleUrl]);

  return (
    <section className={classes.frame} aria-label={props.label}>
      <div ref={container} className={classes.map} />
      {isUnavailable ? (
        <div className={classes.trouble}>
          <Notice tone="warning" title={texts.theMapCannotBeShown}>
            {texts.itNeedsWebglWhichTheGraphics}
          </Notice>
        </div>
      ) : (
        <div className={classes.controls}>
          <div
            className={classes.tools}
            role="group"
            aria-label={texts.mapControls}
            data-covers-map
          >
            <Tool name={texts.zoomIn} onClick={() => engine?.zoomBy(1)}>
              <IconPlus size={18} />
            </Tool>
            <Tool name={texts.zoomOut} onClick={() => engine?.zoomBy(-1)}>
              <IconMinus size={18} />
            </Tool>
            <Tool name={texts.fitAll} onClick={() => engine?.fit()}>
              <IconArrowsMaximize size={18} />
            </Tool>
          </div>
        </div>
      )}
      {props.children}
    </section>
  );
}

function Tool(props: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={props.name}
      title={props.name}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  );
}
