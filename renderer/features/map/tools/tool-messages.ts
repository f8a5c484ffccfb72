import type { AlertPlaces } from '#shared/ipc/history';
import type { AlertHeat, HeatChoice } from './heat-choice';

export const toolMessages = {
  group: 'Map tools',
  goTo: 'Go to coordinates',
  goToField: 'Coordinates',
  goToHint: 'Degrees, with minutes and seconds or without, a geo: address or a link of a map.',
  goToExample: '45.8150, 15.9819',
  goToEmpty: 'Enter coordinates.',
  goToButton: 'Go',
  readAs: (place: string) => `Read as ${place}.`,
  swapQuestion: (place: string) => `Is the longitude first? Then the place is ${place}.`,
  swap: 'Swap the order',
  removeMarker: 'Remove marker',
  marker: (place: string) => `Marker at ${place}`,
  position: 'Position on the map',
  pointer: 'Pointer',
  centre: 'Centre',
  positionTitle: 'Position under the pointer, or of the centre of the map',
  copied: 'Copied',
  copyFailed: 'Not copied',
  copyCoordinates: 'Copy coordinates',
  copyLink: 'Copy link to this place',
  putMarker: 'Put marker here',
  measureFrom: 'Measure from here',
  openInBrowser: 'Open in browser map',
  format: 'Coordinate format',
  formats: {
    dd: 'Decimal degrees',
    ddm: 'Degrees and minutes',
    dms: 'Degrees, minutes, seconds',
  },
  heat: 'Heat map',
  heatNames: {
    off: 'Off',
    devices: 'Devices',
    alerts24h: 'Alerts of the last 24 hours',
    alerts7d: 'Alerts of the last 7 days',
    alerts30d: 'Alerts of the last 30 days',
  } satisfies Record<HeatChoice, string>,
  heatTitles: {
    off: '',
    devices: 'Heat map of devices',
    alerts24h: 'Heat map of alerts, last 24 hours',
    alerts7d: 'Heat map of alerts, last 7 days',
    alerts30d: 'Heat map of alerts, last 30 days',
  } satisfies Record<HeatChoice, string>,
  heatOff: 'Turn the heat map off',
  heatFew: 'Few',
  heatMany: 'Many',
  heatOfDevices:
    'Where the devices on this map are. The strongest colour is the busiest spot in view.',
  heatLoading: 'Reading the downloaded alerts…',
  save: 'Save or print the map',
  savePng: 'Save as picture (PNG)…',
  savePdf: 'Save for printing (PDF)…',
  print: 'Print…',
  tooLarge:
    'The picture of the map is too large for this computer. Make the window smaller and try again.',
  saved: (file: string) => `Saved as ${file}`,
  title: 'Fleet map',
  legend: 'Devices on this map',
  legendEmpty: 'No devices on this map',
  dataAsOf: (moment: string) => `Data as of ${moment}`,
  dataAsOfOffline: (moment: string) => `Data as of ${moment}, no connection since`,
  noData: 'Time of the data not known',
  savedAt: (moment: string) => `Saved ${moment}`,
  incomplete: 'Parts of the map were still loading and are missing here.',
  markerNote: (place: string) => `The marker is at ${place}.`,
} as const;

/** "20 alerts of the last 24 hours. 2 more have no position. …". */
export function alertHeatText(
  choice: AlertHeat,
  {
    alerts,
    withoutPosition,
    incompleteDevices,
  }: Omit<AlertPlaces, 'latitude' | 'longitude' | 'count'>,
  count: (value: number) => string,
): string {
  const period = alertPeriods[choice];
  const sentences = [
    alerts === 0
      ? `No alert of the last ${period} with a position is downloaded.`
      : alerts === 1
        ? `1 downloaded alert of the last ${period}.`
        : `${count(alerts)} downloaded alerts of the last ${period}.`,
  ];
  if (withoutPosition > 0) sentences.push(`Without a position: ${count(withoutPosition)}.`);
  if (incompleteDevices > 0) {
    sentences.push(`Devices with alerts not downloaded yet: ${count(incompleteDevices)}.`);
  }
  if (alerts > 0) sentences.push('The strongest colour is the busiest spot in view.');
  return sentences.join(' ');
}

const alertPeriods: Record<AlertHeat, string> = {
  alerts24h: '24 hours',
  alerts7d: '7 days',
  alerts30d: '30 days',
};
