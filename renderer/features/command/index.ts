export { CommandSearch } from './command-search';
export type { Command } from './find-commands';
export { Shortcuts, showShortcuts } from './shortcuts';
