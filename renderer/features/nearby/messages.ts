export const nearbyMessages = {
  title: 'Nearest devices',
  ofPoint: ({ position }: { position: string }) => `To ${position}`,
  ofDevice: ({ device }: { device: string }) => `To the last position of ${device}`,
  closeList: 'Close nearest devices',
  way: ({ distance, direction }: { distance: string; direction: string }) =>
    `${distance} ${direction}`,
  close: ({ distance }: { distance: string }) => `Less than ${distance}`,
  method: 'Straight-line distance to the last known position, not the way by road.',
  allAges: 'Positions of any age',
  lastHour: 'Positions of the last hour',
  lastDay: 'Positions of the last 24 h',
  ages: 'Age of the positions',
  onlyMatching: 'Only devices that match the filter',
  noPosition: ({ device }: { device: string }) =>
    `No position of ${device} is known, so no distance can be measured.`,
  none: 'No other device has a known position.',
  noneWithChoices: 'No device with such a position.',
  showAll: 'Show all',
  timeUnknown: 'Time of the position not known',
  withoutPosition: ({ devices }: { devices: string }) =>
    `Not listed: ${devices} without a position.`,
  tooOld: ({ devices }: { devices: string }) => `Not listed: ${devices} with an older position.`,
  failed: 'The list cannot be computed.',
  back: 'Nearest devices',
  menuItem: 'Nearest devices',
} as const;
