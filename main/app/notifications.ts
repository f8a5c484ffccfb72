import { Notification } from 'electron';
import type { Notice } from '#shared/domain/notice';
import type { WorkspaceId } from './workspace-id';
import { message, saidIn, type Said, type Translate } from '#shared/i18n/translate';

/** Visible notifications, with the account they are of: a garbage-collected one would lose its click handler. */
const shown = new Map<Notification, WorkspaceId | null>();

export type NotificationActions = readonly { label: string; run: () => void }[];

/**
 * Shows a native notification if the system supports them. `actions` are its buttons, where the system has them.
 * Urgency stays normal for critical alerts too, so that "do not disturb" is respected.
 */
export function showNotification(
  notice: Notice,
  t: Translate,
  onClick: () => void,
  {
    of = null,
    actions = [],
  }: { of?: WorkspaceId | null; actions?: NotificationActions | undefined } = {},
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    ...noticeText(notice, t, process.platform),
    actions: actions.map(({ label }) => ({ type: 'button', text: label })),
  });
  shown.set(notification, of);
  const forget = () => shown.delete(notification);
  notification.on('close', forget);
  notification.on('failed', forget);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('action', ({ actionIndex }) => {
    forget();
    actions[actionIndex]?.run();
  });
  notification.show();
}

/** Takes back what is still on the screen or in the list of the system of an account. */
export function removeNotifications(of: WorkspaceId): void {
  for (const [notification, account] of shown) {
    if (account !== of) continue;
    notification.close();
    shown.delete(notification);
  }
}

/** Longer texts are cut by every system; a service must not fill the screen. */
const longest = 500;

/**
 * The texts as the system takes them. Linux reads the body as markup, so that the text of a service
 * could show links and images there; and control characters and bidirectional marks of a service could
 * disguise a text on every system. Those of a message of Waypost keep names in their own direction.
 */
export function noticeText(
  { title, body }: Notice,
  t: Translate,
  platform: NodeJS.Platform,
): { title: string; body: string } {
  const written = (said: Said) => saidIn(t, cleaned(said) as Said);
  const lines = shortened(body.map(written).join('\n'));
  // The title is plain text in the specification of the notification service; the body is not.
  return {
    title: shortened(written(title)),
    body: platform === 'linux' ? escaped(lines) : lines,
  };
}

/** A text, or a message with its values, without what could disguise it or begin another line. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/[\n\r]+/g, ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '');
  }
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(each)]));
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
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
export const withoutNames: Notice = {
  title: 'Waypost',
  body: [message('alerts.notice.noNames')],
};

/** What a window that was closed and is only hidden leaves on the screen. */
export const whereItIs: Notice = {
  title: message('desktop.tray.stays'),
  body: [message('desktop.tray.stays.how')],
};
