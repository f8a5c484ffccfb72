import { afterEach, expect, test, vi } from 'vitest';
import { format, t } from '../../test/support/english';
import {
  ariaShortcuts,
  isShortcut,
  keysText,
  modifierText,
  shortcutText,
  withKeysOfComputer,
} from './shortcuts';

const on = (platform: string) => vi.stubGlobal('navigator', { platform });
afterEach(() => vi.unstubAllGlobals());

const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const pressed = (key: string, held: Partial<typeof none> = {}) => ({ key, ...none, ...held });

test('keys are those of the table, with Ctrl, on macOS with Cmd', () => {
  on('Linux x86_64');
  expect(isShortcut(pressed('k', { ctrlKey: true }), 'find')).toBe(true);
  expect(isShortcut(pressed('K', { ctrlKey: true }), 'find')).toBe(true);
  expect(isShortcut(pressed('k', { metaKey: true }), 'find')).toBe(false);
  expect(isShortcut(pressed('k', { ctrlKey: true, altKey: true }), 'find')).toBe(false);
  expect(isShortcut(pressed('k'), 'find')).toBe(false);
  on('MacIntel');
  expect(isShortcut(pressed('k', { metaKey: true }), 'find')).toBe(true);
  // There it deletes to the end of the line.
  expect(isShortcut(pressed('k', { ctrlKey: true }), 'find')).toBe(false);
  expect(isShortcut(pressed('ArrowLeft', { altKey: true }), 'moveColumn')).toBe(true);
});

test('the question mark is a key of any keyboard, digits are keys by their place', () => {
  on('Win32');
  expect(isShortcut(pressed('?', { shiftKey: true }), 'shortcuts')).toBe(true);
  expect(isShortcut(pressed('?'), 'shortcuts')).toBe(true);
  expect(isShortcut(pressed('&', { ctrlKey: true, code: 'Digit1' }), 'account')).toBe(true);
  expect(isShortcut(pressed('0', { ctrlKey: true, code: 'Digit0' }), 'account')).toBe(false);
  expect(isShortcut(pressed('F10', { shiftKey: true }), 'rowActions')).toBe(true);
  expect(isShortcut(pressed('F10'), 'rowActions')).toBe(false);
});

test('keys are written as on the keyboards of this computer', () => {
  on('Win32');
  expect(shortcutText('find', format)).toBe('Ctrl+K');
  expect(keysText('Shift+ArrowUp', format)).toBe('Shift+↑');
  expect(shortcutText('selectRow', format)).toBe(t('command.key.space'));
  expect(modifierText('Mod+', format)).toBe('Ctrl');
  expect(ariaShortcuts('save')).toBe('Control+S');
  expect(withKeysOfComputer('Press Ctrl+K or Alt+Left.')).toBe('Press Ctrl+K or Alt+Left.');
  on('MacIntel');
  expect(shortcutText('find', format)).toBe('⌘K');
  expect(keysText('Alt+ArrowLeft', format)).toBe('⌥←');
  expect(modifierText('Mod+', format)).toBe('⌘');
  expect(ariaShortcuts('save')).toBe('Meta+S');
  expect(withKeysOfComputer('Press Ctrl+K, Strg+K or Umschalt+F10.')).toBe('Press ⌘K, ⌘K or ⇧F10.');
});
