/** The kind of what was found, at the right of its name. */
export const kindWords = { device: 'Device', page: 'Page', action: 'Action' } as const;
export const searchLabel = 'Find device, page, action';
export const noMatchText = 'No match';
