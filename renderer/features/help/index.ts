export { Help, HelpMenu, NewVersion, showHelp } from './help';
