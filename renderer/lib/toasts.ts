import { createAccountStore } from './account-scope';

/** A short message about something that has ended. Errors stay until they are dismissed. */
export interface Toast {
  id: number;
  tone: 'info' | 'error';
  title: string;
  text?: string;
  action?: { label: string; run: () => void };
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
