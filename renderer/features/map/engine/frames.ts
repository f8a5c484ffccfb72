import type { Map as BaseMap } from 'maplibre-gl';
import { isDrawnBySoftware } from './gl';
import { OwnFramebuffer } from './own-framebuffer';

/** The frames of a map. */
export interface Frames {
  /** Calls back when the frame that is being drawn is on screen. */
  afterShown(callback: () => void): void;
}

/** How often the window looks whether a frame is drawn, milliseconds. */
const lookMs = 3;

/**
 * Without a graphics card the window copies the picture of a canvas itself, and waits until all of it is
 * drawn: for a map 100 ms and more. Such a map is drawn into a framebuffer of its own, and the canvas
 * receives the picture when it is complete. The next frame begins after that.
 */
export function createFrames(map: BaseMap): Frames {
  const gl = map.getCanvas().getContext('webgl2');
  return gl && isDrawnBySoftware(gl) ? deferFrames(map, gl) : { afterShown: (run) => run() };
}

type DeferredMap = Pick<BaseMap, 'on' | 'triggerRepaint' | 'redraw'>;

export function deferFrames(map: DeferredMap, gl: WebGL2RenderingContext): Frames {
  const own = new OwnFramebuffer(gl);
  const repaint = map.triggerRepaint.bind(map);
  const redraw = map.redraw.bind(map);
  let fence: WebGLSync | null = null;
  /** A frame was requested, and its script has not begun. */
  let isRequested = false;
  /** From the script of a frame until its picture is on screen. */
  let isBusy = false;
  let isRepaintWanted = false;
  let waiting: (() => void)[] = [];

  // A message that is posted in a frame arrives after that frame.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    // What a frame has drawn is not on screen yet.
    if (fence) return;
    isBusy = false;
    const shown = waiting;
    waiting = [];
    for (const callback of shown) callback();
    if (isRepaintWanted) repaint();
    isRepaintWanted = false;
  };

  function look(): void {
    if (!fence) return;
    if (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(look, lookMs);
    else show();
  }

  function show(): void {
    gl.deleteSync(fence);
    fence = null;
    own.show();
    requestAnimationFrame(() => port2.postMessage(null));
  }

  map.on('render', () => {
    isBusy = true;
    const isWaiting = fence !== null;
    gl.deleteSync(fence);
    fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    if (!isWaiting) setTimeout(look, lookMs);
  });
  map.on('resize', () => own.resize());
  map.on('webglcontextrestored', () => own.restore());
  map.on('remove', () => port1.close());
  /** Before the script of the frame, which may ask for the next frame already. */
  function begin(): void {
    isRequested = false;
    isBusy = true;
    // A frame that draws nothing, as without a style, ends here.
    port2.postMessage(null);
  }

  map.triggerRepaint = () => {
    if (isBusy) isRepaintWanted = true;
    else {
      if (!isRequested) requestAnimationFrame(begin);
      isRequested = true;
      repaint();
    }
  };
  // Who asks for this reads the canvas at once, or has just changed its size, which emptied it.
  map.redraw = () => {
    redraw();
    show();
    return map as BaseMap;
  };
  return { afterShown: (callback) => void waiting.push(callback) };
}
