import type { Section } from './find-commands';

export const sectionNames: Record<Section['kind'], string> = {
  recent: 'Opened last',
  device: 'Devices',
  group: 'Groups',
  user: 'Users',
  view: 'Saved views',
  page: 'Pages',
  map: 'Map and layout',
  action: 'Actions',
  setting: 'Settings',
};
export const searchLabel = 'Find anything';
export const placeholderText = 'Find a device, group, page, setting…';
export const noMatchText = 'No match';

export const shortcutTexts = {
  title: 'Keyboard shortcuts',
  keywords: 'help keys hotkeys',
};

/** Each entry has keys of which any one does the same. */
type Shortcut = readonly [keys: readonly string[], does: string];

/** The keys of each place. On macOS, Ctrl is Cmd. */
export const shortcutGroups: readonly { where: string; keys: readonly Shortcut[] }[] = [
  {
    where: 'Anywhere',
    keys: [
      [['Ctrl+K'], 'Find anything'],
      [['Ctrl+F'], 'Search devices on the fleet page'],
      [['Ctrl+R'], 'Refresh now'],
      [['Ctrl+S'], 'Save what was changed'],
      [['?'], 'This list'],
      [['Escape'], 'Close what is on top'],
    ],
  },
  {
    where: 'Tables and lists',
    keys: [
      [['↑', '↓', 'Home', 'End'], 'Go to a row'],
      [['Enter'], 'Open the row'],
      [['Space'], 'Select the row'],
      [['Shift+↑', 'Shift+↓'], 'Select several rows'],
      [['Ctrl+A'], 'Select all rows'],
      [['Shift+F10'], 'Actions of the row'],
    ],
  },
  {
    where: 'Alerts',
    keys: [
      [['A'], 'Acknowledge the alert'],
      [['N'], 'Next open alert'],
    ],
  },
  {
    where: 'Map',
    keys: [
      [['F'], 'Show all devices'],
      [['L'], 'Choose the layers of the map'],
      [['M'], 'Measure a distance'],
      [['G'], 'Go to coordinates'],
    ],
  },
  {
    where: 'Playback of a track',
    keys: [
      [['Space'], 'Play or pause'],
      [['←', '→'], 'Previous or next fix'],
      [['Home', 'End'], 'Begin or end of the range'],
    ],
  },
];
