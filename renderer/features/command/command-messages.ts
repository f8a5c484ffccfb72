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
