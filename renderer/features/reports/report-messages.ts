import { countedMessage, type Format } from '#lib/format';

type Count = Pick<Format, 'count'>;

export const reportMessages = {
  title: 'Share a day',
  open: 'Share a day…',
  devices: 'Devices',
  from: 'Day',
  to: 'Until',
  group: ({ group }: { group: string }) => `Group ${group}`,
  chosen: ({ devices }: { devices: string }) => `${devices} selected`,
  pick: 'Choose devices…',
  pickLabel: 'Devices of the report',
  noDevices: 'Choose at least one device.',
  emptyGroup: 'This group has no devices.',
  tooMany: ({ most }: { most: string }) =>
    `A report has at most ${most} devices. Choose a smaller group.`,
  order: 'The last day is before the first one.',
  tooManyDays: ({ most }: { most: number }) => `A report has at most ${most} days.`,
  notBegun: 'This day has not begun.',
  format: 'Format',
  formats: { pdf: 'PDF', png: 'Picture', xlsx: 'Excel' },
  onePicture: 'A picture shows one day of one device.',
  company: 'Company name on reports',
  companyHint: 'Printed above the name of the device. Empty: left out.',
  content: 'Content',
  map: 'Map with the route and numbered stops',
  noMap: ({ most }: { most: number }) => `Up to ${most} pages can have a map.`,
  alerts: 'Alerts',
  coordinates: 'Coordinates of the stops',
  notComplete: 'What is not loaded is marked in the report, not counted as zero.',
  save: { pdf: 'Save PDF…', png: 'Save picture…', xlsx: 'Save Excel file…' },
  drawing: (drawn: number, all: number, format: Count) =>
    countedMessage({ one: 'Drawing the map', many: 'Drawing maps: {drawn} of {n}' }, all, format, {
      drawn: format.count(drawn),
    }),
} as const;
