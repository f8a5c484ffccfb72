import { Notification, type BrowserWindow } from 'electron';

/** Notifications still on screen: one that is collected as garbage loses its click. */
const shown = new Set<Notification>();

/**
 * Shows a native notification, where the system has them; a click brings the window to the front. Its
 * urgency stays the usual one, critical alerts' too: the desktop's "do not disturb" is for a person to lift.
 */
export function showNotification(
  notice: { title: string; body: string },
  window: () => BrowserWindow | null,
  onClick: () => void = () => undefined,
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(notice);
  shown.add(notification);
  const forget = () => shown.delete(notification);
  notification.on('close', forget);
  notification.on('failed', forget);
  notification.on('click', () => {
    forget();
    const target = window();
    if (!target) return;
    if (target.isMinimized()) target.restore();
    target.show();
    target.focus();
    onClick();
  });
  notification.show();
}
