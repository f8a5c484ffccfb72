let isPressed = false;
// Rules of forms are also read by tests without a window.
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => (isPressed = false), { capture: true });
  }
}

/**
 * Calls `show`, but not while a pointer is pressed: what appears when a field is left moves the page below it, and the
 * button that was just pressed would no longer be under the pointer, so that its click were lost.
 */
export function afterPress(show: () => void): void {
  if (!isPressed) return show();
  const ends = new AbortController();
  const end = () => {
    ends.abort();
    // After the click, which comes next.
    setTimeout(show);
  };
  window.addEventListener('pointerup', end, { signal: ends.signal });
  window.addEventListener('pointercancel', end, { signal: ends.signal });
}
