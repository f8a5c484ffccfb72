import type { Notification as NativeNotification } from 'electron';
import type { App } from './app';

interface Announced {
  title: string;
  body: string;
  urgency: string;
}

/** Waypost's native notifications. They are real; only the desktop that shows them is replaced. */
export interface Notifications {
  /** In the order in which they were shown. */
  all(): Promise<Announced[]>;
  /** Clicks on a notification, as the desktop reports it. */
  click(title: string): Promise<void>;
  /** Presses a button of a notification, by its label. */
  press(title: string, label: string): Promise<void>;
}

interface Held {
  notificationsOfTest: NativeNotification[];
}

/**
 * Reads once more if Playwright lost the result: a debugger holds it weakly until it is sent
 * (https://github.com/microsoft/playwright/issues/33737). Only for what may be read twice.
 */
async function readAgainIfLost<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!String(error).includes('Resulting promise was garbage collected')) throw error;
    return read();
  }
}

/** Replaces the desktop that would show them: the display of a test has none. */
export async function watchNotifications({ electron }: App): Promise<Notifications> {
  await electron.evaluate(({ Notification }) => {
    const shown: NativeNotification[] = [];
    Object.assign(globalThis, { notificationsOfTest: shown } satisfies Held);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      shown.push(this);
    };
  });
  return {
    all: () =>
      readAgainIfLost(() =>
        electron.evaluate(() => {
          const { notificationsOfTest: shown } = globalThis as unknown as Held;
          return shown.map(({ title, body, urgency }) => ({ title, body, urgency }));
        }),
      ),
    click: (title) =>
      electron.evaluate((_electron, wanted) => {
        const { notificationsOfTest: shown } = globalThis as unknown as Held;
        shown.findLast((notification) => notification.title === wanted)!.emit('click');
      }, title),
    press: (title, label) =>
      electron.evaluate(
        (_electron, wanted) => {
          const { notificationsOfTest: shown } = globalThis as unknown as Held;
          const notification = shown.findLast((each) => each.title === wanted.title)!;
          const actionIndex = notification.actions.findIndex(({ text }) => text === wanted.label);
          notification.emit('action', { actionIndex });
        },
        { title, label },
      ),
  };
}
