import type { Fault } from '#shared/fault';
import { createAccountStore } from './account-scope';
import { faultText } from './faults';
import { currentFormat } from './use-format';

/** A short message about something that has ended. Errors stay until they are dismissed. */
export interface Toast {
  id: number;
  tone: 'info' | 'error';
  title: string;
  text?: string;
  actions?: readonly { label: string; run: () => void }[];
}

/** How long a message without an error is shown. */
export const toastMs = 12_000;

const mostShown = 4;

export const toasts = createAccountStore<{ shown: readonly Toast[] }>({ shown: [] });

let lastId = 0;

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const added = { ...toast, id: lastId };
  toasts.setState(({ shown }) => ({ shown: withinLimit([...shown, added]) }));
}

/** The oldest messages without an error go first. */
function withinLimit(shown: readonly Toast[]): readonly Toast[] {
  const surplus = shown.length - mostShown;
  if (surplus <= 0) return shown;
  const dropped = new Set(
    shown
      .filter(({ tone }, index) => tone === 'info' && index < shown.length - 1)
      .slice(0, surplus),
  );
  return shown.filter((toast) => !dropped.has(toast));
}

export function dismissToast(id: number): void {
  toasts.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }));
}

/** Says that something has failed that has no place of its own on screen; `title` says what. */
export function showFault(title: string, fault: Fault): void {
  const format = currentFormat();
  const { title: why, what, todo } = faultText(fault, 'open', format);
  const text = format.t('faults.toast', { title: why, what, todo });
  showToast({ tone: 'error', title, text });
}
