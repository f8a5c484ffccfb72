import type { Map as BaseMap } from 'maplibre-gl';
import { isDrawnBySoftware } from './gl';
import { OwnFramebuffer } from './own-framebuffer';
import { watchProgramLinks } from './program-links';
import { watchTyping, type Typing } from './typing';

/** The frames of a map. */
export interface Frames {
  /** Calls back when the frame that is being drawn is on screen. */
  afterShown(callback: () => void): void;
  /**
   * Called by a layer while a frame is drawn, with what draws the layer: it may run later, and again, and sets the
   * state that it needs. `isTopmost`: nothing is drawn above it.
   */
  drawLayer(draw: () => void, isTopmost: boolean): void;
  /** How long the whole map took to be drawn last, milliseconds; 0 with a graphics card. */
  readonly drawMs: number;
  /** Draws the layer again where it was drawn last; the rest of the map only if it has to be drawn too. */
  redrawLayer(): void;
}

/** How often the window looks whether a frame is drawn, milliseconds. */
const lookMs = 3;

/**
 * Without a graphics card the window copies the picture of a canvas itself, and waits until all of it is
 * drawn: for a map 40 to 300 ms. Such a map is drawn into a framebuffer of its own, and the canvas
 * receives the picture when it is complete. The next frame begins after that. A layer whose contents
 * alone have changed is drawn between the kept pictures of what is below and above it. While the user types,
 * frames begin seldom.
 */
export function createFrames(map: BaseMap): Frames {
  const gl = map.getCanvas().getContext('webgl2');
  if (gl && isDrawnBySoftware(gl)) return deferFrames(map, gl, watchTyping(document));
  return {
    afterShown: (callback) => callback(),
    drawLayer: (draw) => draw(),
    drawMs: 0,
    redrawLayer: () => map.triggerRepaint(),
  };
}

type DeferredMap = Pick<BaseMap, 'on' | 'triggerRepaint' | 'redraw' | 'painter'>;

export function deferFrames(map: DeferredMap, gl: WebGL2RenderingContext, typing: Typing): Frames {
  const links = watchProgramLinks(gl);
  const own = new OwnFramebuffer(gl);
  const repaint = map.triggerRepaint.bind(map);
  const redraw = map.redraw.bind(map);
  let fence: WebGLSync | null = null;
  /** A frame was requested, and its script has not begun. */
  let isRequested = false;
  /** From the script of a frame until its picture is on screen. */
  let isBusy = false;
  /** The last frame has linked programs only: what it drew is never shown. */
  let isIncomplete = false;
  /** Requested while a frame was under way, or while the user types. */
  let isRepaintWanted = false;
  /** The layer has changed since the last picture. */
  let isLayerWanted = false;
  /** What draws the layer: in the frame that is being drawn, and in the last one. */
  let layer: (() => void) | null = null;
  let lastLayer: (() => void) | null = null;
  let waiting: (() => void)[] = [];
  let renderedAt = 0;
  let drawMs = 0;
  /** Until the user pauses. */
  let timer: ReturnType<typeof setTimeout> | null = null;

  // A message that is posted in a frame arrives after that frame.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    // A frame that drew nothing ends without an event.
    links.end();
    // What a frame has drawn is not on screen yet.
    if (fence) return;
    isBusy = false;
    if (isIncomplete) isRepaintWanted = true;
    else {
      const shown = waiting;
      waiting = [];
      for (const callback of shown) callback();
    }
    advance();
  };

  /** Begins what is wanted, unless a frame is under way or the user types. */
  function advance(): void {
    if (isBusy || isRequested || timer !== null || !(isRepaintWanted || isLayerWanted)) return;
    const waitMs = isIncomplete ? 0 : typing.waitMs();
    if (waitMs > 0) {
      timer = setTimeout(() => {
        timer = null;
        advance();
      }, waitMs);
    } else if (isRepaintWanted) {
      isRepaintWanted = false;
      isRequested = true;
      requestAnimationFrame(begin);
      repaint();
    } else requestAnimationFrame(showLayer);
  }

  function look(): void {
    if (!fence) return;
    if (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(look, lookMs);
    else {
      drawMs = performance.now() - renderedAt;
      show();
    }
  }

  function show(): void {
    gl.deleteSync(fence);
    fence = null;
    isBusy = true;
    isLayerWanted = false;
    own.show(lastLayer);
    forgetState();
    requestAnimationFrame(() => port2.postMessage(null));
  }

  /** As MapLibre does after a layer that draws itself. */
  function forgetState(): void {
    const { painter } = map;
    painter.context.setDirty();
    painter.setBaseState();
    painter.context.bindFramebuffer.set(null);
  }

  function redrawLayer(): void {
    if (!lastLayer) return map.triggerRepaint();
    isLayerWanted = true;
    advance();
  }

  /** A frame that is under way or was requested shows the layer too. */
  function showLayer(): void {
    if (isLayerWanted && lastLayer && !isBusy && !isRequested) show();
  }

  map.on('render', () => {
    isBusy = true;
    isIncomplete = links.end();
    // Nothing that could be under it was drawn.
    lastLayer = isIncomplete ? null : layer;
    layer = null;
    own.end();
    if (isIncomplete) return;
    if (own.warmUp()) forgetState();
    renderedAt = performance.now();
    const isWaiting = fence !== null;
    gl.deleteSync(fence);
    fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    if (!isWaiting) setTimeout(look, lookMs);
  });
  map.on('resize', () => {
    if (own.resize()) lastLayer = null;
  });
  map.on('webglcontextrestored', () => {
    lastLayer = null;
    own.restore();
  });
  map.on('remove', () => {
    port1.close();
    typing.stop();
    if (timer !== null) clearTimeout(timer);
  });
  /** Before the script of the frame, which may ask for the next frame already. */
  function begin(): void {
    isRequested = false;
    isBusy = true;
    isIncomplete = false;
    links.watch();
    // A frame that draws nothing, as without a style, ends here.
    port2.postMessage(null);
  }

  map.triggerRepaint = () => {
    if (isRequested) return repaint();
    isRepaintWanted = true;
    advance();
  };
  // Who asks for this reads the canvas at once, or has just changed its size, which emptied it.
  map.redraw = () => {
    links.end();
    redraw();
    show();
    return map as BaseMap;
  };
  return {
    afterShown: (callback) => void waiting.push(callback),
    drawLayer(draw, isTopmost) {
      layer = draw;
      if (!isTopmost) own.beginAbove();
    },
    redrawLayer,
    get drawMs() {
      return drawMs;
    },
  };
}
