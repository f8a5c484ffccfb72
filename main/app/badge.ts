import { app, nativeImage, type BrowserWindow } from 'electron';
import type { Settings } from '#shared/domain/settings';

/** Calls `show` with the number of devices whose call for help is not acknowledged; 0 while the setting is off. */
export function followCallsForHelp(
  /** In the open accounts. */
  count: () => number,
  settings: () => Pick<Settings, 'badgeSos'>,
  show: (count: number) => void,
): { update: () => void; showAgain: () => void } {
  let shown = 0;
  return {
    update: () => {
      const next = settings().badgeSos ? count() : 0;
      if (next !== shown) show(next);
      shown = next;
    },
    showAgain: () => show(shown),
  };
}

/** On the icon in the dock or taskbar. Windows shows no numbers there: a dot, which `description` explains. */
export function showBadge(count: number, window: BrowserWindow | null, description: string): void {
  if (process.platform === 'win32') window?.setOverlayIcon(count > 0 ? dot() : null, description);
  else app.setBadgeCount(count);
}

const size = 16;

function dot() {
  const pixels = Buffer.alloc(size * size * 4);
  const middle = (size - 1) / 2;
  for (let at = 0; at < size * size; at += 1) {
    const distance = Math.hypot((at % size) - middle, Math.floor(at / size) - middle);
    // Blue, green, red, opacity.
    if (distance <= middle) pixels.set([0x2b, 0x2b, 0xd6, 0xff], at * 4);
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size });
}
