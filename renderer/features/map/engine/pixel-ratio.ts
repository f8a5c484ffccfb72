/** Calls back when the window moves to a screen with another pixel ratio, or is zoomed. */
export function onPixelRatioChanged(callback: () => void): () => void {
  const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  let stopNext = () => {};
  const changed = () => {
    callback();
    stopNext = onPixelRatioChanged(callback);
  };
  query.addEventListener('change', changed, { once: true });
  return () => {
    query.removeEventListener('change', changed);
    stopNext();
  };
}
