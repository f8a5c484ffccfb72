import type { Map } from 'maplibre-gl';

/**
 * Reports for how many milliseconds a frame of the map holds up the window after its script: without a GPU the window
 * waits until the frame is drawn. Returns how to stop.
 */
export function watchFrameCost(
  map: Pick<Map, 'on' | 'off'>,
  report: (ms: number) => void,
): () => void {
  const { port1, port2 } = new MessageChannel();
  let since: number | null = null;
  // A message that is posted in a frame arrives after that frame.
  port1.onmessage = () => {
    if (since !== null) report(performance.now() - since);
    since = null;
  };
  const onRender = () => {
    if (since !== null) return;
    since = performance.now();
    port2.postMessage(null);
  };
  map.on('render', onRender);
  return () => {
    map.off('render', onRender);
    port1.close();
  };
}
