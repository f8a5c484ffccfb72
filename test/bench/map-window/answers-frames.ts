import type { Map as BaseMap } from 'maplibre-gl';
import * as own from '../../../renderer/features/map/engine/frames';
import { isDrawnBySoftware } from '../../../renderer/features/map/engine/gl';

// The app's own frames of a map; calls back when the frame that is being drawn is on screen.

const lookMs = 1;
/** Pictures of each map that were drawn, of the devices alone or of the whole map. */
const picturesOf = new WeakMap<BaseMap, number>();
const shownOf = new WeakMap<BaseMap, (callback: () => void) => void>();

/**
 * With a graphics card the app does not wait for the picture: it is taken to be on screen when the card has
 * drawn it and the next frame of the window begins.
 */
function afterDrawn(gl: WebGL2RenderingContext, callback: () => void): void {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  const look = () => {
    if (fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(look, lookMs);
    else requestAnimationFrame(callback);
  };
  setTimeout(look, lookMs);
}

export function createFrames(map: BaseMap): own.Frames {
  const frames = own.createFrames(map);
  const gl = map.getCanvas().getContext('webgl2');
  const isDeferred = !gl || isDrawnBySoftware(gl);
  const { drawLayer } = frames;
  frames.drawLayer = (draw, isTopmost) =>
    drawLayer(() => {
      picturesOf.set(map, pictures(map) + 1);
      draw();
    }, isTopmost);
  shownOf.set(map, isDeferred ? frames.afterShown : (callback) => afterDrawn(gl, callback));
  return frames;
}

export const pictures = (map: BaseMap): number => picturesOf.get(map) ?? 0;

export function afterShown(map: BaseMap, callback: () => void): void {
  shownOf.get(map)?.(callback);
}
