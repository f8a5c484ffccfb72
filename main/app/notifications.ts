import { Notification, type BrowserWindow } from 'electron';
import { noticeText, type NoticeText } from './notice-text';

/** Visible notifications: a garbage-collected one would lose its click handler. */
const shown = new Set<Notification>();

/**
 * Shows a native notification if the system supports them; a click brings the window to the front.
 * Urgency stays normal for critical alerts too, so that "do not disturb" is respected.
 */
export function showNotification(
  notice: NoticeText,
  window: () => BrowserWindow | null,
  onClick: () => void = () => undefined,
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(noticeText(notice, process.platform));
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
