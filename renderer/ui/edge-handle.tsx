import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { inlineSign } from '#lib/language';

interface EdgeHandleProps {
  label: string;
  title: string;
  className: string | undefined;
  /** What ends at the edge, if not the element around the edge. */
  box?: RefObject<HTMLElement | null>;
  /** Widths in px. */
  limits: { min: number; max: number };
  /** Shows a width while it is dragged. */
  onDrag: (width: number) => void;
  /** null: the usual width. */
  onResize: (width: number | null) => void;
}

/** The edge of something resizable: drag it, or use the arrow keys; Enter or a double click resets it. */
export function EdgeHandle(props: EdgeHandleProps) {
  const { label, title, className, box, limits, onDrag, onResize } = props;
  const edge = useRef<HTMLDivElement>(null);
  const dragged = useRef<{ from: number; width: number; next: number } | null>(null);
  const [shown, setShown] = useState(limits.min);
  const within = (width: number) => Math.round(Math.min(Math.max(width, limits.min), limits.max));
  const width = () => (box?.current ?? edge.current?.parentElement)?.offsetWidth ?? limits.min;
  useEffect(() => {
    const element = box?.current ?? edge.current?.parentElement;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setShown(element.offsetWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = { from: event.clientX, width: width(), next: width() };
  };
  const onPointerMove = (event: PointerEvent) => {
    const drag = dragged.current;
    if (!drag) return;
    drag.next = within(drag.width + (event.clientX - drag.from) * inlineSign());
    onDrag(drag.next);
  };
  const end = () => {
    const drag = dragged.current;
    dragged.current = null;
    if (drag && drag.next !== drag.width) onResize(drag.next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 40 : 10;
    if (event.key === 'Enter') onResize(null);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      onResize(within(width() + (event.key === 'ArrowLeft' ? -step : step) * inlineSign()));
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={within(shown)}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      tabIndex={0}
      className={className}
      title={title}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKeyDown}
    />
  );
}
