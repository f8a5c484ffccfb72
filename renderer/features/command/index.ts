export { CommandSearch } from './command-search';
export type { Command } from './find-commands';
export { shortcutTexts } from './command-messages';
export { Shortcuts, showShortcuts } from './shortcuts';
