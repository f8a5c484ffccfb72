/** The first device in the table. A table without devices has a row too, for its message. */
export const firstDeviceSelector =
  '[role="table"][aria-label="Devices"] [aria-rowindex="2"]:not([aria-label^="Loading"])';

/**
 * Runs in the window: notes the milliseconds from the next click until a frame has shown the first device. A
 * driver that waits for it looks every half second.
 */
export function watchFirstDevice(selector) {
  globalThis.benchFirstDeviceMs = null;
  let clickedAt = 0;
  addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), {
    capture: true,
    once: true,
  });
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    // The frame after the one that shows it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        globalThis.benchFirstDeviceMs = performance.now() - clickedAt;
      }),
    );
  });
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['aria-label'] });
}
