export { CommandSearch, type Command } from './command-search';
