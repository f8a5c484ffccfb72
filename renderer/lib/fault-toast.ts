import type { Fault } from '#shared/fault';
import { faultText } from './fault-text';
import { showToast } from './toasts';

/** Says that something has failed that has no place of its own on screen; `title` says what. */
export function showFault(title: string, fault: Fault): void {
  const { title: why, what, todo } = faultText(fault, 'open');
  showToast({ tone: 'error', title, text: `${why}. ${what} ${todo}` });
}
