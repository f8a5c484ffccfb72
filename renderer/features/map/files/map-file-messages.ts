import type {
  MapBounds,
  MapFile,
  MapFileFacts,
  MapFileRefusal,
  MapFileStatement,
} from '#shared/domain/map-file';
import { mostMapFiles } from '#shared/domain/map-file';
import { sizeText, type Format } from '#lib/format';

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
export function areaText(bounds: MapBounds, distance: Format['distance']): string {
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
    : `${contentText(facts)} · ${zoomText(facts)} · ${sizeText(facts.bytes)} · ${areaText(facts.bounds, distance)}`;
}

export const originText: Record<MapFile['origin'], string> = {
  place: 'Read where it is',
  copy: 'Copy in the folder of Waypost',
  policy: 'Set by your administrator',
};

/** What the dialog and the notices say about a file of a map. */
export const offerMessages = {
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

export const demoCityAttribution = 'Streets of the demo are invented';
