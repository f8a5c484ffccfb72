export { Help, HelpMenu, showHelp } from './help';
