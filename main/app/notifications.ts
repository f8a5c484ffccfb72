import { Notification, type BrowserWindow } from 'electron';

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

/** Takes back what is still on the screen or in the list of the system. */
export function removeNotifications(): void {
  for (const notification of shown) notification.close();
  shown.clear();
}

/** The texts of a native notification. */
export interface NoticeText {
  title: string;
  body: string;
}

/** Longer texts are cut by every system; a service must not fill the screen. */
const longest = 500;

/**
 * The texts as the system takes them. Linux reads the body as markup, so that the text of a service
 * could show links and images there; and control characters and bidirectional marks could disguise a
 * text on every system.
 */
export function noticeText(notice: NoticeText, platform: NodeJS.Platform): NoticeText {
  const title = plain(notice.title).replaceAll('\n', ' ');
  const body = plain(notice.body);
  // The title is plain text in the specification of the notification service; the body is not.
  return { title, body: platform === 'linux' ? escaped(body) : body };
}

function plain(text: string): string {
  const shown = text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  const characters = Array.from(shown);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : shown;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (each) => entities[each]!);

/** A notification that says that there is something to see, and not of which device or person. */
export function withoutNames(): NoticeText {
  return { title: 'Waypost', body: 'There is a new notification. Open Waypost to read it.' };
}
