import { useEffect } from 'react';

/** Returns false if there was nothing to close, so that the next one is asked. */
type OnEscape = () => void | false;

interface Listener {
  onEscape: OnEscape;
  isLast: boolean;
}

/** The latest first. */
const listeners: Listener[] = [];

/**
 * Calls `onEscape` for an Escape key that no field, menu or dialog handles. One key closes one thing: the
 * latest that is open, and those with `isLast` only after the others.
 */
export function useEscape(onEscape: OnEscape, isLast = false): void {
  useEffect(() => {
    const listener = { onEscape, isLast };
    if (listeners.length === 0) {
      window.addEventListener('keydown', toOpenMenu, { capture: true });
      window.addEventListener('keydown', onKeyDown);
    }
    listeners.unshift(listener);
    return () => {
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length > 0) return;
      window.removeEventListener('keydown', toOpenMenu, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [onEscape, isLast]);
}

/** A menu handles the key itself once it has the focus, which is a moment after it has opened. Until then it is given it. */
function toOpenMenu(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  const opener = [...document.querySelectorAll('[aria-haspopup=menu][aria-expanded=true]')].at(-1);
  const isInMenu = event.target instanceof Element && event.target.closest('[role=menu]') !== null;
  if (!opener || isInMenu) return;
  event.preventDefault();
  event.stopPropagation();
  closeMenuOf(opener, mostFramesToOpen);
}

/** A menu is in the document some frames after its opener says that it is open. */
const mostFramesToOpen = 10;

function closeMenuOf(opener: Element, frames: number): void {
  const menu = document.getElementById(opener.getAttribute('aria-controls') ?? '');
  // To nothing around it.
  if (menu) menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: false }));
  else if (frames > 0) requestAnimationFrame(() => closeMenuOf(opener, frames - 1));
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const isTaken =
    event.target instanceof Element &&
    event.target.closest('input, select, textarea, [role=menu], [role=dialog]');
  if (isTaken) return;
  escapeOne(listeners);
}

/** Closes one thing; returns whether there was one. */
export function escapeOne(open: readonly Listener[]): boolean {
  const inOrder = [...open.filter(({ isLast }) => !isLast), ...open.filter(({ isLast }) => isLast)];
  return inOrder.some(({ onEscape }) => onEscape() !== false);
}
