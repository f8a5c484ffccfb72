export const reportMessages = {
  title: 'Daily report',
  open: 'Daily report…',
  devices: 'Devices',
  day: 'Day',
  group: ({ group }: { group: string }) => `Group ${group}`,
  chosen: ({ devices }: { devices: string }) => `${devices} selected`,
  noDevices: 'Choose devices in the list of the fleet, or create a group.',
  emptyGroup: 'This group has no devices.',
  tooMany: ({ most }: { most: string }) =>
    `A report has at most ${most} devices. Choose a smaller group.`,
  content:
    'Distance, driving and standing time, trips, nearest towns and alerts of each device, from the history on this computer.',
  locations: 'Tracks',
  alerts: 'Alerts',
  notComplete: 'What is not loaded is marked in the report, not counted as zero.',
  notBegun: 'This day has not begun.',
  pdf: 'Save as PDF',
  xlsx: 'Save as Excel (XLSX)',
  written: ({ file }: { file: string }) => `Saved as ${file}`,
} as const;
