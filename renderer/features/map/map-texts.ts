import type { Coordinates } from '#shared/domain/coordinates';
import {
  mostMapFiles,
  type MapBounds,
  type MapFile,
  type MapFileFacts,
  type MapFileRefusal,
  type MapFileStatement,
} from '#shared/domain/map-file';
import type { DistanceUnit } from '#shared/domain/units';
import type { AlertPlaces } from '#shared/ipc/history';
import {
  coordinates,
  countedMessage,
  sizeText,
  type CoordinateStyle,
  type Format,
} from '#lib/format';
import type { AlertHeat, HeatChoice } from './store';
import type { Measured, Ruler } from './ruler';

export const texts = {
  map: 'Map',
  addMap: 'Add map',
  fromACopyInThe: 'From a copy in the folder of Waypost',
  nothingIsCopiedWhileThe:
    'Nothing is copied. While the file or its drive is not there, the bundled map is shown.',
  whereItIs: 'Where it is',
  whereShouldWaypostReadIt: 'Where should Waypost read it?',
  close: 'Close',
  addAnOfflineMap: 'Add an offline map',
  removeFromTheList: 'Remove from the list',
  remove: 'Remove',
  takesItOffTheList: 'Takes it off the list. The file is not changed.',
  deletesTheCopyTheOriginal: 'Deletes the copy. The original file is not changed.',
  addAnOfflineMapDots: 'Add an offline map…',
  offlineMaps: 'Offline maps',
  mapsWithStreetsFromPmtiles:
    'Maps with streets from PMTiles and MBTiles files. They need no network, and nobody learns which areas you look at. You can also drop a file on the map.',
  stopFollowing: 'Stop following',
  legend: 'Legend',
  closeLegend: 'Close the legend',
  nothingOnScreen: 'No devices in this part of the map',
  signs: { critical: 'Critical alert', cluster: 'Several devices', estimate: 'Estimated position' },
  tools: 'Tools',
  fitAll: 'Fit all',
  fitAllTitle: 'Fit all (F)',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  mapControls: 'Map controls',
  resumeFollowing: 'Resume following',
  namesOnTheMap: 'Names on the map',
  itNeedsWebglWhichThe:
    'It needs WebGL, which the graphics driver does not support. Nothing is lost: every device and its position are in the table.',
  theMapCannotBeShown: 'The map cannot be shown on this computer',
  devicesAtThisSpot: 'Devices at this spot',
  itNeedsWebglWhichTheGraphics:
    'It needs WebGL, which the graphics driver does not support. The same data is in the tables next to it.',
  notUsedTheTilesDiffer: 'Not used, because the tiles differ',
  notStatedInTheFile: 'Not stated in the file',
  whereTheyFit: 'Where they fit',
  all: 'All',
  onHover: 'On hover',
  none: 'None',
  file: 'File',
  size: 'Size',
  content: 'Content',
  detail: 'Detail',
  area: 'Area',
  source: 'Source',
  takes: (size: string) => `Takes ${size}.`,
  takesOfFree: (size: string, free: string) => `Takes ${size}; ${free} are free.`,
  following: (label: string) => `Following ${label}`,
  stackTitle: (devices: number, format: Pick<Format, 'count'>) =>
    countedMessage(
      { one: '1 device at this spot', many: '{n} devices at this spot' },
      devices,
      format,
    ),
  stackMore: (devices: number, { count }: Pick<Format, 'count'>) =>
    `and ${count(devices)} more, in the table`,
  removeNamed: (name: string) => `Remove ${name}`,
};

/** What the search of the window finds of the map, and words for it that are shown nowhere. */
export const commandTexts = {
  fitAll: 'Show all devices on the map',
  measure: 'Measure a distance',
  legend: 'Legend of the map',
  print: 'Print the map…',
  keywords: {
    fitAll: 'fit zoom whole fleet',
    measure: 'ruler tools length',
    goTo: 'place position latitude longitude tools',
    legend: 'symbols colours tools',
    heat: 'heatmap density tools',
    save: 'map picture png pdf print image export tools',
  },
} as const;

export const toolTexts = {
  goTo: 'Go to a place',
  closeGoTo: 'Close',
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
  copied: (text: string) => `Copied: ${text}`,
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
  } satisfies Record<CoordinateStyle, string>,
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
  save: 'Save or print',
  savePng: 'Save as picture (PNG)…',
  savePdf: 'Save for printing (PDF)…',
  print: 'Print…',
  tooLarge:
    'The picture of the map is too large for this computer. Make the window smaller and try again.',
  notSaved: 'The map was not saved',
  notPrinted: 'The map was not printed',
  title: 'Fleet map',
  legend: 'Devices on this map',
  legendEmpty: 'No devices on this map',
  dataAsOf: (moment: string) => `Data as of ${moment}`,
  dataAsOfOffline: (moment: string) => `Data as of ${moment}, no connection since`,
  noData: 'Time of the data not known',
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

interface Unit {
  name: string;
  /** Metres or square metres. */
  size: number;
  /** Used from this number of it on; the smallest unit of a list is used for the rest. */
  from: number;
}

const lengths: Record<DistanceUnit, readonly Unit[]> = {
  km: [
    { name: 'km', size: 1000, from: 1 },
    { name: 'm', size: 1, from: 0 },
  ],
  mi: [
    { name: 'mi', size: 1609.344, from: 0.25 },
    { name: 'ft', size: 0.3048, from: 0 },
  ],
  nmi: [
    { name: 'nmi', size: 1852, from: 0.25 },
    { name: 'm', size: 1, from: 0 },
  ],
};

const areas: Record<DistanceUnit, readonly Unit[]> = {
  km: [
    { name: 'km²', size: 1e6, from: 1 },
    { name: 'ha', size: 1e4, from: 1 },
    { name: 'm²', size: 1, from: 0 },
  ],
  mi: [
    { name: 'mi²', size: 1609.344 ** 2, from: 1 },
    { name: 'acres', size: 1609.344 ** 2 / 640, from: 1 },
    { name: 'ft²', size: 0.3048 ** 2, from: 0 },
  ],
  nmi: [
    { name: 'nmi²', size: 1852 ** 2, from: 0.25 },
    { name: 'm²', size: 1, from: 0 },
  ],
};

/** "12.34 km", "350 m". */
export const lengthText = (metres: number, unit: DistanceUnit, locale: string): string =>
  textOf(metres, lengths[unit], locale);

/** "3.20 km²", "1.5 ha". */
export const areaText = (squareMetres: number, unit: DistanceUnit, locale: string): string =>
  textOf(squareMetres, areas[unit], locale);

function textOf(value: number, units: readonly Unit[], locale: string): string {
  const unit = units.find(({ size, from }) => value / size >= from) ?? units.at(-1)!;
  const number = value / unit.size;
  const isSmallest = unit === units.at(-1);
  const digits = isSmallest || number >= 1000 ? 0 : number >= 100 ? 1 : 2;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  return `${format.format(number)} ${unit.name}`;
}

export const rulerTexts = {
  name: 'Measure',
  panel: 'Ruler',
  start: 'Click on the map to set the first point. Space sets one at the centre of the map.',
  next: 'Click to add points. Double-click or Enter ends; Backspace removes the last point.',
  distance: (length: string) => `Distance: ${length}`,
  perimeter: (length: string) => `Perimeter: ${length}`,
  area: (area: string) => `Area: ${area}`,
  crossed: 'The lines cross each other, so there is no one area.',
  last: (length: string) => `Last part: ${length}`,
  toPointer: (length: string) => `To the pointer: ${length}`,
  addMiddle: 'Add centre of map',
  undo: 'Undo',
  undoTitle: 'Remove the last point (Backspace)',
  close: 'Close shape',
  closeTitle: 'Connect the last point with the first one and show the area',
  finish: 'Done',
  finishTitle: 'End measuring and keep the result (Enter)',
  resume: 'Continue',
  copy: 'Copy',
  end: 'Close the ruler',
  full: (most: string) => `A ruler has at most ${most} points.`,
};

/** The result as text for other programs. */
export function rulerText(
  { points, isClosed }: Ruler,
  { metres, squareMetres }: Measured,
  { unit, locale, style }: { unit: DistanceUnit; locale: string; style: CoordinateStyle },
): string {
  const length = lengthText(metres, unit, locale);
  const lines = [isClosed ? rulerTexts.perimeter(length) : rulerTexts.distance(length)];
  if (squareMetres !== null) lines.push(rulerTexts.area(areaText(squareMetres, unit, locale)));
  const place = ({ latitude, longitude }: Coordinates) => coordinates(latitude, longitude, style);
  return [...lines, ...points.map(place)].join('\n');
}

/** Why a file cannot be used, and what to do. */
export const refusalText: Record<MapFileRefusal, (detail: string) => string> = {
  missing: () =>
    'It is not where it was. If it is on a drive or in a network folder, connect that; the map comes back by itself. If it was moved, remove it here and add it again.',
  unreadable: () =>
    'This computer does not let Waypost read it, or its drive does not answer. Check the rights of the file and the connection.',
  notMap: (detail) =>
    `Its content is neither PMTiles nor MBTiles, whatever its name says (${detail}). Look for the map itself where you got the file: a page or an archive may have been saved in its place.`,
  noTiles: (detail) =>
    `It is a database, but has no table of tiles as MBTiles files have. Its tables: ${detail || 'none'}.`,
  otherVersion: (detail) =>
    `It is a PMTiles file of version ${detail}. Waypost reads version 3; the pmtiles program converts older files.`,
  cutOff: (detail) => `Its end is missing (${detail} bytes are there): download or copy it again.`,
  damaged: (detail) =>
    `A part of it contradicts the format and cannot be read (${detail}). If other programs open it, it was made in a way that Waypost does not know; otherwise get it again from its source.`,
  excessive: (detail) => `It has ${detail}, which no map needs. Waypost stopped reading it.`,
  slow: () =>
    'Reading it took longer than 20 seconds. If it is on a slow drive or in a network folder, copy it to this computer and add the copy.',
  ended: () =>
    'The process that read it ended, or no longer answered, and was stopped. Nothing else is affected. Try a smaller map of this area.',
  unsafe: (detail) =>
    detail === ''
      ? 'This MBTiles file computes its content instead of storing it. Waypost runs none of it. Get the map from another source.'
      : `This MBTiles file has tables that are programs (${detail}). Waypost runs none of it. Get the map from another source.`,
  empty: () => 'It contains no map tiles.',
  blank: (detail) => `Its tiles are without content; ${detail} of them were looked at.`,
  otherSchema: (detail) =>
    detail === ''
      ? 'Its layers are of no schema that Waypost draws. These are OpenMapTiles, Protomaps and Shortbread.'
      : `Its layers (${detail}) are of no schema that Waypost draws. These are OpenMapTiles, Protomaps and Shortbread.`,
  otherFormat: (detail) =>
    `No tile that was looked at is in a format that Waypost draws (tile ${detail}). It draws vector tiles (MVT) and PNG, JPEG, WebP, AVIF and GIF pictures.`,
  remote: () =>
    'Its path names another computer, and Windows would sign in there to read it. Connect that folder as a drive, or copy the file to this computer, and add it from there.',
  known: () => 'It is on the list of offline maps already.',
  tooMany: () =>
    `There are ${mostMapFiles} offline maps, which is the most that Waypost shows at once. Remove one first.`,
};

const statementNames: Record<MapFileStatement, string> = {
  format: 'format of the tiles',
  compression: 'compression',
  bounds: 'area',
  zoom: 'zoom levels',
  rows: 'order of the rows',
  metadata: 'description (unreadable)',
};

/** What the file states and Waypost does not use. */
export const ignoredText = ({ ignored }: MapFileFacts): string =>
  ignored.map((each) => statementNames[each]).join(', ');

const schemaNames = {
  openmaptiles: 'Streets (OpenMapTiles)',
  protomaps: 'Streets (Protomaps)',
  shortbread: 'Streets (Shortbread)',
};

export const contentText = ({ schema }: MapFileFacts): string =>
  schema === null ? 'Pictures' : schemaNames[schema];

export const zoomText = ({ minZoom, maxZoom }: MapFileFacts): string =>
  minZoom === maxZoom ? `Zoom ${minZoom}` : `Zoom ${minZoom} to ${maxZoom}`;

const longitudeText = (degrees: number) =>
  `${Math.abs(degrees).toFixed(2)}° ${degrees < 0 ? 'W' : 'E'}`;
const latitudeText = (degrees: number) =>
  `${Math.abs(degrees).toFixed(2)}° ${degrees < 0 ? 'S' : 'N'}`;

/** The area of a map: its corners and its extent. */
export function boundsText(bounds: MapBounds, distance: Format['distance']): string {
  const [west, south, east, north] = bounds;
  if (east - west > 350 && north - south > 150) return 'The whole world';
  const corners = `${longitudeText(west)} to ${longitudeText(east)}, ${latitudeText(south)} to ${latitudeText(north)}`;
  const metresPerDegree = 111_200;
  const middle = ((south + north) / 2) * (Math.PI / 180);
  const wide = (east - west) * metresPerDegree * Math.cos(middle);
  const high = (north - south) * metresPerDegree;
  return `${corners} (about ${distance(wide)} × ${distance(high)})`;
}

/** The state of a file on the list in one line. */
export function stateText(file: MapFile, distance: Format['distance']): string {
  if (file.state === 'checking') return 'Being read…';
  if (file.state !== 'ready') return refusalText[file.state](file.detail);
  const { facts } = file;
  return facts === null
    ? ''
    : `${contentText(facts)} · ${zoomText(facts)} · ${sizeText(facts.bytes)} · ${boundsText(facts.bounds, distance)}`;
}

export const originText: Record<MapFile['origin'], string> = {
  place: 'Read where it is',
  copy: 'Copy in the folder of Waypost',
  policy: 'Set by your administrator',
};

/** What the dialog and the notices say about a file of a map. */
export const fileTexts = {
  copying: (file: string) => `Copying ${file}…`,
  copyingLabel: (file: string) => `Copying ${file}`,
  notCopied: (file: string, isDiskFull: boolean) =>
    isDiskFull
      ? `“${file}” was not copied, because there is not enough room on the disk. The file was not changed. Make room, or use it where it is.`
      : `“${file}” could not be copied. The file was not changed. Check that it is still there, or use it where it is.`,
  refused: (file: string) => `“${file}” cannot be used as a map`,
  notChanged: 'The file was not changed.',
  lost: (file: string) => `The offline map “${file}” cannot be used`,
  bundledShown: 'The bundled map is shown in its area.',
};
