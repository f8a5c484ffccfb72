import { Button, CloseButton } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { displayLocale } from '#shared/display-locale';
import type { Coordinates } from '#shared/domain/coordinates';
import { api } from '#lib/api';
import type { CoordinateStyle } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { CopyButton } from '#ui/copy-button';
import type { MapTools } from './map-tools';
import { measure, metresBetween } from './measure';
import {
  addPoint,
  afterKey,
  canClose,
  close,
  emptyRuler,
  finish,
  isMeasured,
  mostPoints,
  resume,
  undo,
  type Ruler,
} from './ruler';
import { areaText, lengthText, rulerMessages as messages, rulerText } from './ruler-messages';
import classes from './tools.module.css';

interface RulerPanelProps {
  tools: MapTools;
  start: Coordinates | null;
  coordinateStyle: CoordinateStyle;
  onEnd: () => void;
}

/** Measures along clicked points; the map draws them. */
export function RulerPanel({ tools, start, coordinateStyle, onEnd }: RulerPanelProps) {
  const format = useFormat();
  const unit = format.units.distance;
  const [ruler, setRuler] = useState<Ruler>(() =>
    start ? addPoint(emptyRuler, start) : emptyRuler,
  );
  const panel = useRef<HTMLElement>(null);
  const toPointer = useRef<HTMLParagraphElement>(null);
  useRulerOnMap(tools, ruler, setRuler);
  useRulerKeys({ tools, panel, setRuler, onEnd });
  useEffect(() => {
    const last = ruler.points.at(-1);
    const show = (pointer: Coordinates | null) => {
      const isOpen = last && pointer && !ruler.isFinished;
      tools.showRuler(ruler, isOpen ? pointer : null);
      toPointer.current!.textContent = isOpen
        ? messages.toPointer(lengthText(metresBetween(last, pointer), unit, displayLocale))
        : '';
    };
    show(null);
    return tools.onPointer(show);
  }, [tools, ruler, unit]);

  const measured = useMemo(() => measure(ruler), [ruler]);
  const length = lengthText(measured.metres, unit, displayLocale);
  const { points, isClosed, isFinished } = ruler;
  const copy = async () => {
    const text = rulerText(ruler, measured, {
      unit,
      locale: displayLocale,
      style: coordinateStyle,
    });
    return (await api.app.copyText({ text })).ok;
  };
  return (
    <section ref={panel} className={classes.panel} aria-label={messages.panel}>
      <div className={classes.panelHead}>
        <div role="status" className={classes.result}>
          <strong>{isClosed ? messages.perimeter(length) : messages.distance(length)}</strong>
          {measured.squareMetres !== null && (
            <strong>{messages.area(areaText(measured.squareMetres, unit, displayLocale))}</strong>
          )}
          {measured.isCrossed && <span>{messages.crossed}</span>}
        </div>
        <CloseButton size="sm" aria-label={messages.end} title={messages.end} onClick={onEnd} />
      </div>
      <div className={classes.lines}>
        <p className={classes.quiet}>
          {points.length >= mostPoints
            ? messages.full(format.count(mostPoints))
            : points.length > 1
              ? messages.last(lengthText(measured.lastMetres, unit, displayLocale))
              : points.length === 1
                ? messages.next
                : messages.start}
        </p>
        <p ref={toPointer} className={classes.toPointer} />
      </div>
      <div className={classes.buttons}>
        {isFinished ? (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isClosed}
            onClick={() => setRuler(resume)}
          >
            {messages.resume}
          </Button>
        ) : (
          <>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setRuler((now) => addPoint(now, tools.middle()))}
            >
              {messages.addMiddle}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              title={messages.finishTitle}
              disabled={!isMeasured(ruler)}
              onClick={() => setRuler(finish)}
            >
              {messages.finish}
            </Button>
          </>
        )}
        <Button
          size="compact-xs"
          variant="default"
          title={messages.closeTitle}
          disabled={!canClose(ruler)}
          onClick={() => setRuler(close)}
        >
          {messages.close}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          title={messages.undoTitle}
          disabled={points.length === 0}
          onClick={() => setRuler(undo)}
        >
          {messages.undo}
        </Button>
        <CopyButton disabled={!isMeasured(ruler)} onCopy={copy}>
          {messages.copy}
        </CopyButton>
      </div>
    </section>
  );
}

type SetRuler = (change: (ruler: Ruler) => Ruler) => void;

/** Clicks on the map set points until the ruler is finished. */
function useRulerOnMap(tools: MapTools, { isFinished }: Ruler, setRuler: SetRuler): void {
  useEffect(() => {
    if (isFinished) return undefined;
    return tools.takePointer({
      onClick: (at, isNear) =>
        setRuler((ruler) => {
          const [first, last] = [ruler.points[0], ruler.points.at(-1)];
          if (first && canClose(ruler) && isNear(first)) return close(ruler);
          // The second click of a double click.
          return last && isNear(last) ? ruler : addPoint(ruler, at);
        }),
      onDoubleClick: () => setRuler(finish),
    });
  }, [tools, isFinished, setRuler]);
  useEffect(() => () => tools.showRuler(emptyRuler, null), [tools]);
}

interface RulerKeys {
  tools: MapTools;
  panel: React.RefObject<HTMLElement | null>;
  setRuler: SetRuler;
  onEnd: () => void;
}

/** Escape ends the ruler; the other keys count where nothing else takes them. */
function useRulerKeys({ tools, panel, setRuler, onEnd }: RulerKeys): void {
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof Element) || event.defaultPrevented) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (key === 'Escape') {
        if (target.closest('input, select, textarea, [role=menu], [role=dialog]')) return;
        event.preventDefault();
        event.stopPropagation();
        return onEnd();
      }
      const isOnMap = target === document.body || target.closest('.maplibregl-canvas-container');
      const isInPanel = panel.current?.contains(target) && key !== 'Enter' && key !== ' ';
      if (!isOnMap && !isInPanel) return;
      setRuler((ruler) => afterKey(ruler, key, tools.middle()) ?? ruler);
      if (key === 'Backspace' || key === ' ') event.preventDefault();
    },
    [tools, panel, setRuler, onEnd],
  );
  useEffect(() => {
    // Before the panes of the window, which Escape closes too.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onKeyDown]);
}
