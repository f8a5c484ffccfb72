import { useEffect, useEffectEvent } from 'react';
import type { PlainKey } from '#shared/i18n/translate';
import { keysOf, type ShortcutName } from '#shared/domain/shortcuts';
import type { Format } from './format';

const isMac = (): boolean => navigator.platform === 'MacIntel';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether these are the keys that do `name`. */
export const isShortcut = (event: Pressed, name: ShortcutName): boolean =>
  keysOf(name).some((keys) => isPressed(event, keys));

/** Calls `run` for the keys of `name`, wherever the focus is, unless something has handled them or `isMeant` says no. */
export function useShortcut(
  name: ShortcutName,
  run: (event: KeyboardEvent) => void,
  isMeant: (event: KeyboardEvent) => boolean = () => true,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isShortcut(event, name) || !isMeant(event)) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** A key of the page below an open dialog is not meant. */
export const isNoDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') === null;

const keyOf = (keys: string): string => keys.slice(keys.lastIndexOf('+') + 1);

function isPressed(event: Pressed, keys: string): boolean {
  const key = keyOf(keys);
  const [mod, other] = isMac() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (other || mod !== keys.includes('Mod+') || event.altKey !== keys.includes('Alt+')) {
    return false;
  }
  // Many keyboards have it above another key.
  if (key === '?') return event.key === key;
  if (event.shiftKey !== keys.includes('Shift+')) return false;
  // The place of the key: with a French keyboard the digits themselves need Shift.
  if (key === '1…9') return /^Digit[1-9]$/.test(event.code);
  return event.key.toLowerCase() === key.toLowerCase();
}

const named: Record<string, PlainKey> = {
  Escape: 'command.key.escape',
  Enter: 'command.key.enter',
  ' ': 'command.key.space',
  Home: 'command.key.home',
  End: 'command.key.end',
  ContextMenu: 'command.key.menu',
};

const drawn: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const modifierKeys = {
  Mod: { mac: '⌘', key: 'command.key.ctrl' },
  Alt: { mac: '⌥', key: 'command.key.alt' },
  Shift: { mac: '⇧', key: 'command.key.shift' },
} as const;

/** Keys as they are printed on the keyboards of this computer. */
export function keysText(keys: string, { t }: Format): string {
  const modifiers = keys.split('+') as (keyof typeof modifierKeys)[];
  const key: string = modifiers.pop()!;
  return modifiers.reduceRight(
    (text, name) =>
      isMac() ? modifierKeys[name].mac + text : t(modifierKeys[name].key, { key: text }),
    named[key] ? t(named[key]) : (drawn[key] ?? key),
  );
}

/** A key that is held while another one or the wheel is used. */
export const modifierText = (held: 'Mod+' | 'Alt+', format: Format): string =>
  keysText(held, format).split('+')[0]!;

/** The first of the keys that do `name`. */
export const shortcutText = (name: ShortcutName, format: Format): string =>
  keysText(keysOf(name)[0], format);

/** For screen readers: which keys do `name`. */
export const ariaShortcuts = (name: ShortcutName): string =>
  keysOf(name)
    .map((keys) => keys.replace('Mod+', isMac() ? 'Meta+' : 'Control+'))
    .join(' ');

/** A text of the guide, which names the keys of Windows and Linux, with those of this computer. */
export function withKeysOfComputer(text: string): string {
  if (!isMac()) return text;
  return text
    .replaceAll(/(?:Ctrl|Strg)\+/g, '⌘')
    .replaceAll(/Alt\+/g, '⌥')
    .replaceAll(/(?:Shift|Umschalt|Maj|Mayús|Maiusc)\+/g, '⇧');
}
