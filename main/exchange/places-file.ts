import { z } from 'zod';
import { readCoordinates } from '#shared/domain/coordinates';
import {
  largestRadius,
  longestPlaceName,
  longestPlaceNote,
  mostCorners,
  centreOf,
  mostPlaces,
  placeColour,
  placeKinds,
  polygonsOf,
  type LonLat,
  type Place,
  type PlaceKind,
} from '#shared/domain/places';
import { openingHoursText, readOpeningHours } from '#shared/domain/opening-hours';
import { fold } from '#shared/domain/text';
import { metresPer, metresPerLength } from '#shared/domain/units';
import { degreesEast } from '#shared/history/distance';
import type { Language } from '#shared/i18n/languages';
import { message, type Message, type Translate } from '#shared/i18n/translate';
import type { PlacesFile, PlacesFormat } from '#shared/ipc/places';
import { decodeText } from './encoding';
import { escaped, escapedHtml, geoJsonText, gpxText, kmlText } from './map-formats';
import { encodedPieces, joinedPieces } from './pieces';
import { wordingIn } from './table';
import { readTable, writeTable } from './table-file';
import { recordLimits, refuseFile } from './table-limits';
import { parseJson, recordSeparator, refuseOtherReference } from './tracks/json-documents';
import { kmlInArchive } from './tracks/kml-archive';
import {
  cutOff,
  elements,
  extendedData,
  lineAt,
  parseXml,
  textIn,
  type Element,
} from './tracks/xml-tree';

/** What a file says about one place, as texts. */
interface Described {
  name?: string | null | undefined;
  kind?: string | null | undefined;
  colour?: string | null | undefined;
  note?: string | null | undefined;
  radius?: string | null | undefined;
  /** Of a radius without one; absent: metres. */
  radiusUnit?: RadiusUnit | undefined;
  id?: string | null | undefined;
  hours?: string | null | undefined;
  groups?: unknown;
}

const groupIds = z.array(z.string().max(512)).max(10_000);

/** Metres around a point that has no radius of its own. */
const usualRadius = 150;
class Refused extends Error {
  constructor(readonly reason: Message) {
    super(reason.key);
  }
}
const refuse = (reason: Message): never => {
  throw new Refused(reason);
};

/** Collects places and what is none. */
class Found {
  readonly file: PlacesFile = { places: [], refused: [] };
  #number = 0;

  /** Adds what `shape` returns; a thing that is no place is refused by its name or number. */
  add(described: Described, shape: (radiusM: number) => Place['shape']): void {
    this.#number += 1;
    const name = (described.name ?? '').trim().slice(0, longestPlaceName).trim();
    try {
      if (this.file.places.length >= mostPlaces) {
        refuse(message('places.tooMany', { most: mostPlaces }));
      }
      const hours = readOpeningHours(described.hours ?? '');
      // Hours in other words are not lost.
      const note = [described.note, hours ? '' : described.hours].map((each) => each?.trim());
      const place = {
        id: z.uuid().safeParse(described.id?.toLowerCase()).data ?? null,
        name: name || `#${this.#number}`,
        kind: kindOf(described.kind ?? ''),
        colour: colourOf(described.colour ?? ''),
        note: note.filter(Boolean).join('\n').slice(0, longestPlaceNote),
        hours,
        groups: groupIds.safeParse(described.groups).data ?? [],
        shape: shape(radiusOf(described.radius ?? '', described.radiusUnit ?? 'm')),
      };
      this.file.places.push(place);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.file.refused.push({ name: name || `#${this.#number}`, reason: error.reason });
    }
  }
}

/** Reads the places of a CSV table, a workbook, or a GeoJSON, KML, KMZ or GPX file, whatever its name. */
export async function readPlacesFile(bytes: Uint8Array): Promise<PlacesFile> {
  const found = new Found();
  const kml = kmlInArchive(bytes);
  const { text } = decodeText(kml ?? bytes);
  const begin = text.search(/\S/u);
  const start =
    text.charAt(begin) === '\uFEFF' ? text.slice(begin + 1).trimStart() : text.slice(begin);
  if (start.startsWith('<')) readXml(text, text.indexOf('<'), found);
  else if (['{', '[', recordSeparator].includes(start.charAt(0))) readGeoJson(start, found);
  else await readPlacesTable(bytes, found);
  return found.file;
}

/** Descriptions of KML are HTML. */
const plainText = (text: string) =>
  text
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|tr|li)>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();

/** Alternatives as they are compared: folded. */
const words = (source: string) => new RegExp(`^(?:${fold(source)})$`, 'u');

/** In every language of Waypost and as other programs name them. */
const kindWords: Record<Exclude<PlaceKind, 'other'>, RegExp> = {
  depot: words(
    String.raw`depots?|deposito|depot|warehouse|yard|base|almacen|cd|lager|magazzino|مستودع|מחסנ?ן?`,
  ),
  customer: words(String.raw`customers?|clients?|cliente|clientes|kunden?|عميل|לקוח`),
  home: words(String.raw`home|house|domicilio|casa|residencia|domicile|zuhause|privat|منزل|בית`),
  fuel: words(
    String.raw`fuel(?: station)?|gas(?: station)?|petrol(?: station)?|gasolinera|posto(?: de combustivel)?|station-service|tankstelle|stazione di servizio|محطة وقود|תחנת דלק`,
  ),
  forbidden: words(
    String.raw`forbidden(?: area)?|no[- ]?go|restricted|zona prohibida|area proibida|zone interdite|verbotene zone|zona vietata|منطقة محظورة|אזור אסור`,
  ),
};

function kindOf(text: string): PlaceKind {
  const word = fold(text.trim());
  const exact = placeKinds.find((kind) => kind === word);
  if (exact) return exact;
  const kinds = Object.entries(kindWords) as [PlaceKind, RegExp][];
  return kinds.find(([, known]) => known.test(word))?.[0] ?? 'other';
}

function colourOf(text: string): string | null {
  const [, hex = '', short = ''] = /^#?(?:([\da-f]{6})|([\da-f]{3}))$/i.exec(text.trim()) ?? [];
  const digits = hex || short.replaceAll(/./g, '$&$&');
  return digits === '' ? null : `#${digits.toLowerCase()}`;
}

const { km, mi } = metresPer;
const metresPerUnit = { ...metresPerLength, km, mi, yd: 0.9144 };
type RadiusUnit = keyof typeof metresPerUnit;

/** Metres, with a decimal point or comma, in the unit that stands with it or else in its heading. */
function radiusOf(text: string, unitOfHeading: RadiusUnit): number {
  const plain = text.trim();
  if (plain === '') return usualRadius;
  const [, amount, stated] = /^([\d.,]+)\s*(m|km|ft|yd|mi)?\.?$/i.exec(plain) ?? [];
  const unit = (stated?.toLowerCase() as RadiusUnit | undefined) ?? unitOfHeading;
  const metres =
    amount === undefined ? Number.NaN : Number(amount.replace(',', '.')) * metresPerUnit[unit];
  return metres >= 1 && metres <= largestRadius && !(unit === 'm' && maybeThousands.test(amount!))
    ? metres
    : refuse(message('places.import.radius', { typed: plain.slice(0, 100) }));
}

/** “1.500” metres are 1.5 in one country and 1500 in another; programs write no 0 at the end of decimals. */
const maybeThousands = /^(?:[1-9]\d{0,2}[.,]\d{2}0|[1-9][.,]\d{3})$/;

/** A position with its longitude between ±180°. */
function positionOf(lon: unknown, lat: unknown): LonLat {
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon + lat)) {
    return refuse(message('places.import.noPosition'));
  }
  if (Math.abs(lat) > 90) {
    const isSwapped = Math.abs(lon) <= 90 && Math.abs(lat) <= 180;
    return refuse(message(isSwapped ? 'places.import.swapped' : 'places.import.outOfRange'));
  }
  if (Math.abs(lon) > 360) return refuse(message('places.import.outOfRange'));
  return [Math.abs(lon) > 180 ? degreesEast(0, lon) : lon, lat];
}

const circleAt = ([lon, lat]: LonLat, radiusM: number): Place['shape'] => ({
  kind: 'circle',
  centre: [lon, lat],
  radiusM,
});

/** Rings as they are kept: not closed, no corner twice in a row. */
function polygonOf(rings: readonly (readonly LonLat[])[]): Place['shape'] {
  const kept = rings.map((ring) => {
    const corners = ring.filter(([lon, lat], i) => {
      const [lonNext, latNext] = ring[(i + 1) % ring.length]!;
      return lon !== lonNext || lat !== latNext;
    });
    if (corners.length < 3) return refuse(message('places.import.corners'));
    return corners;
  });
  const count = kept.reduce((sum, { length }) => sum + length, 0);
  if (count > mostCorners) {
    refuse(message('places.import.manyCorners', { count, most: mostCorners }));
  }
  if (kept.length === 0) return refuse(message('places.import.noPosition'));
  return { kind: 'polygon', rings: kept };
}

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readGeoJson(text: string, found: Found): void {
  const { documents, cutOffLine, rest } = parseJson(text);
  const features = documents.flatMap(({ json, openBrackets }) => {
    refuseOtherReference(json);
    const list = featuresIn(json);
    // What is left of the last one may be wrong; the end of the file is named.
    const around = list.includes(json) ? 0 : Array.isArray(json) ? 1 : 2;
    return openBrackets > around ? list.slice(0, -1) : list;
  });
  const areas = features.map((each) => (isMembers(each) ? textOf(each['area']) : undefined));
  const isLatitudeFirst = isOfTraccar(areas);
  for (const feature of features) {
    if (isMembers(feature) && !isGeoJson(feature)) {
      addRecord(found, recordOf(feature), isLatitudeFirst);
      continue;
    }
    const isFeature = isMembers(feature) && feature['type'] === 'Feature';
    const properties = isFeature && isMembers(feature['properties']) ? feature['properties'] : {};
    const geometry = isFeature ? feature['geometry'] : feature;
    const id = isFeature ? feature['id'] : undefined;
    found.add({ ...describedBy(properties), id: textOf(id) }, (radius) =>
      shapeOf(geometry, radius),
    );
  }
  if (cutOffLine !== null || rest !== '') {
    const line = cutOffLine ?? lineAt(text, text.length - rest.length);
    found.file.refused.push({ name: '', reason: message('places.import.cut', { line }) });
  }
}

const isGeoJson = (value: Members): boolean =>
  value['type'] === 'Feature' ||
  ['geometry', 'coordinates', 'geometries'].some((name) => name in value);

/** Of a collection, or of the list in the answer of a service: `{"places": […]}`. */
function featuresIn(json: unknown): unknown[] {
  if (Array.isArray(json)) return json.flatMap(featuresIn);
  if (!isMembers(json) || isGeoJson(json)) return [json];
  const list = json['features'] ?? Object.values(json).find((each) => Array.isArray(each));
  return Array.isArray(list) ? list : [json];
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** By the names that common programs give to properties. */
const describedBy = (properties: Members): Described => describedIn(recordOf(properties));

const describedIn = ({ cell, radiusUnit, groups }: PlaceRecord): Described => ({
  name: cell('name'),
  kind: cell('kind'),
  colour: cell('colour'),
  note: cell('note'),
  radius: cell('radius'),
  radiusUnit,
  hours: cell('hours'),
  groups,
});

function shapeOf(geometry: unknown, radius: number): Place['shape'] {
  if (!isMembers(geometry)) return refuse(message('places.import.noPosition'));
  const { type, coordinates, geometries } = geometry;
  if (type === 'Point') return circleAt(pointIn(coordinates), radius);
  if (type === 'Polygon') return polygonOf(ringsIn(coordinates));
  if (type === 'MultiPolygon') return polygonOf(listIn(coordinates).flatMap(ringsIn));
  if (type === 'LineString') return closedLine(listIn(coordinates).map(pointIn));
  if (type === 'MultiPoint' && listIn(coordinates).length === 1) {
    return circleAt(pointIn(listIn(coordinates)[0]), radius);
  }
  if (type === 'GeometryCollection') return togetherOf(listIn(geometries), radius);
  return refuse(message('places.import.notArea'));
}

/** The areas of a collection as one place; a point beside them only marks it. */
function togetherOf(geometries: readonly unknown[], radius: number): Place['shape'] {
  const isArea = (each: unknown) =>
    isMembers(each) && /Polygon$|^GeometryCollection$/.test(String(each['type']));
  const areas = geometries.filter(isArea);
  const [first] = geometries;
  if (areas.length === 0) {
    return geometries.length === 1
      ? shapeOf(first, radius)
      : refuse(message('places.import.notArea'));
  }
  const shapes = areas.map((each) => shapeOf(each, radius));
  return polygonOf(shapes.flatMap((shape) => (shape.kind === 'polygon' ? shape.rings : [])));
}

const listIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : refuse(message('places.import.noPosition'));
const pointIn = (value: unknown): LonLat => {
  const [lon, lat] = listIn(value);
  return positionOf(lon, lat);
};
const ringsIn = (value: unknown): LonLat[][] =>
  listIn(value).map((ring) => listIn(ring).map(pointIn));

function closedLine(line: readonly LonLat[]): Place['shape'] {
  const [first, last] = [line[0], line.at(-1)];
  const isClosed = line.length > 3 && first![0] === last![0] && first![1] === last![1];
  return isClosed ? polygonOf([line]) : refuse(message('places.import.notArea'));
}

function readXml(text: string, begin: number, found: Found): void {
  const { root, fault } = parseXml(text, begin, () => undefined);
  const [kml] = elements(root, 'kml');
  const [gpx] = elements(root, 'gpx');
  if (kml) readKml(kml, coloursIn(kml), found);
  else if (gpx) readGpx(gpx, found);
  else refuseFile(message('places.import.unknown'));
  if (fault) {
    found.file.refused.push({
      name: '',
      reason: message('places.import.cut', { line: fault.line }),
    });
  }
}

/** Of the ids in KML, which begin with a letter. */
const ourPrefix = 'place-';

function readKml(within: Element, colours: ReadonlyMap<string, string>, found: Found): void {
  for (const placemark of elements(within, 'Placemark')) {
    // What is left of it may be wrong; the end of the file is named.
    if (placemark[cutOff]) continue;
    const described = describedBy(Object.fromEntries(extendedData(placemark)));
    const id = textIn(placemark, '@id') ?? '';
    const isOurs = id.startsWith(ourPrefix);
    const style = textIn(placemark, 'styleUrl')?.replace(/^.*#/, '') ?? '';
    found.add(
      {
        ...described,
        name: textIn(placemark, 'name') ?? described.name,
        note: plainText(textIn(placemark, 'description') ?? described.note ?? ''),
        // Ours states the colour apart, unless it is that of the kind.
        colour: isOurs
          ? described.colour
          : (described.colour ?? kmlColour(elements(placemark, 'Style')[0]) ?? colours.get(style)),
        id: isOurs ? id.slice(ourPrefix.length) : undefined,
      },
      (radius) => kmlShape(placemark, radius),
    );
  }
  for (const link of elements(within, 'NetworkLink')) {
    found.add({ name: textIn(link, 'name') }, () => refuse(message('places.import.link')));
  }
  for (const name of ['Document', 'Folder']) {
    for (const each of elements(within, name)) readKml(each, colours, found);
  }
}

/** Of all styles by their ids; of a map of styles, that of its normal style. */
function coloursIn(kml: Element): Map<string, string> {
  const colours = new Map<string, string>();
  const maps: [string, string][] = [];
  const walk = (within: Element) => {
    for (const style of elements(within, 'Style')) {
      const colour = kmlColour(style);
      if (colour) colours.set(textIn(style, '@id') ?? '', colour);
    }
    for (const map of elements(within, 'StyleMap')) {
      const [normal] = elements(map, 'Pair');
      maps.push([
        textIn(map, '@id') ?? '',
        (normal && textIn(normal, 'styleUrl'))?.replace(/^.*#/, '') ?? '',
      ]);
    }
    for (const name of ['Document', 'Folder'])
      for (const each of elements(within, name)) walk(each);
  };
  walk(kml);
  for (const [id, to] of maps) {
    const colour = colours.get(to);
    if (colour) colours.set(id, colour);
  }
  return colours;
}

/** The colour of areas, lines or symbols, which KML writes from the back: alpha, blue, green, red. */
function kmlColour(style: Element | undefined): string | undefined {
  for (const name of ['PolyStyle', 'LineStyle', 'IconStyle']) {
    const [part] = style ? elements(style, name) : [];
    const colour = /^[\da-f]{2}([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(
      (part && textIn(part, 'color')) ?? '',
    );
    if (colour) return `#${colour[3]}${colour[2]}${colour[1]}`;
  }
  return undefined;
}

function kmlShape(placemark: Element, radius: number): Place['shape'] {
  const polygons = kmlPolygons(placemark);
  if (polygons.length > 0) return polygonOf(polygons.flatMap(kmlRings));
  const inside = [placemark, ...kmlParts(placemark)];
  const points = inside.flatMap((each) => elements(each, 'Point'));
  const lines = inside.flatMap((each) => [
    ...elements(each, 'LineString'),
    ...elements(each, 'LinearRing'),
  ]);
  if (lines.length === 1) return closedLine(kmlPositions(lines[0]!));
  if (points.length !== 1 || lines.length > 1) return refuse(message('places.import.notArea'));
  const [at, ...others] = kmlPositions(points[0]!);
  return at && others.length === 0
    ? circleAt(at, radius)
    : refuse(message('places.import.noPosition'));
}

const kmlParts = (within: Element): Element[] =>
  elements(within, 'MultiGeometry').flatMap((each) => [each, ...kmlParts(each)]);
const kmlPolygons = (placemark: Element): Element[] =>
  [placemark, ...kmlParts(placemark)].flatMap((each) => elements(each, 'Polygon'));

function kmlRings(polygon: Element): LonLat[][] {
  return [...elements(polygon, 'outerBoundaryIs'), ...elements(polygon, 'innerBoundaryIs')]
    .flatMap((boundary) => elements(boundary, 'LinearRing'))
    .map(kmlPositions);
}

/** `longitude,latitude[,altitude]`, separated by blanks; some programs write blanks after the commas too. */
function kmlPositions(shape: Element): LonLat[] {
  const text = (textIn(shape, 'coordinates') ?? '').replaceAll(/\s*,\s*/g, ',');
  if (text === '') return [];
  return text.split(/\s+/).map((tuple) => {
    const [lon, lat, ...more] = tuple
      .split(',')
      .map((each) => (each === '' ? Number.NaN : Number(each)));
    // With decimal commas, or commas between positions, the first two numbers are another place.
    return more.length > 1 ? refuse(message('places.import.noPosition')) : positionOf(lon, lat);
  });
}

function readGpx(gpx: Element, found: Found): void {
  for (const point of elements(gpx, 'wpt')) {
    found.add(
      {
        name: textIn(point, 'name'),
        note: textIn(point, 'desc') ?? textIn(point, 'cmt'),
        kind: textIn(point, 'type'),
      },
      (radius) => circleAt(positionOf(numberIn(point, '@lon'), numberIn(point, '@lat')), radius),
    );
  }
  for (const name of ['trk', 'rte']) {
    for (const line of elements(gpx, name)) {
      found.add({ name: textIn(line, 'name') }, () => refuse(message('places.import.notArea')));
    }
  }
}

const numberIn = (element: Element, name: string): number | undefined => {
  const text = textIn(element, name)?.replace(',', '.');
  return text === undefined ? undefined : Number(text);
};

/** The columns of a table, as exports and other programs name them in every language. */
const columnNames = {
  id: words('id'),
  name: words(
    String.raw`name|nombre|nome|nom|title|titulo|label|site|place|lugar|local|lieu|ort|luogo|الاسم|اسم|المكان|שמ|שם|מקומ|מקום`,
  ),
  kind: words(
    String.raw`kind|type|category|tipo|categoria|art|typ|kategorie|categorie|النوع|نوع|סוג`,
  ),
  colour: words(
    String.raw`colou?r|fill|stroke|marker-color|cor|couleur|farbe|colore|اللون|لون|צבע`,
  ),
  note: words(
    String.raw`notes?|description|desc|comments?|remarks?|nota|notas|descripcion|descricao|beschreibung|notiz|descrizione|ملاحظة|الوصف|הערה|תיאור`,
  ),
  radius: words(
    String.raw`(?:radius|radio|raio|rayon|raggio|نصف القطر|רדיוס)(?:[ _]?\(?(?:m|met(?:re|er|ro)s?|meter|metri|م|מ['׳]?|km|kilomet(?:re|er|ro)s?|ft|feet|pies|yd|yards|mi|mil(?:e|la)s)\)?)?`,
  ),
  latitude: words(String.raw`lat(?:itud(?:e|ine)?)?|breite(?:ngrad)?|y|خط العرض|קו רוחב|רוחב`),
  longitude: words(
    String.raw`lon|lng|long(?:itud(?:e|ine)?)?|lange(?:ngrad)?|laenge(?:ngrad)?|x|خط الطول|קו אורכ|קו אורך`,
  ),
  hours: words(
    String.raw`opening[ _-]hours|hours|horario(?: de apertura)?|horario de funcionamento|(?:horaires|heures)(?: d.ouverture)?|offnungszeiten|oeffnungszeiten|orari(?: di apertura)?|ساعات العمل|שעות (?:ה)?פתיחה`,
  ),
  position: words(
    String.raw`lat(?:itude)?[ ,/;_-]*(?:lon|lng|long|longitude)|gps(?:[ _-]coordinates?)?|coordinates?|position|location|coordenadas|coordonnees|koordinaten|coordinate|posicion|posicao|الإحداثيات|الاحداثيات|קואורדינטות`,
  ),
  area: words(String.raw`area|wkt|geometry|geom|the_geom`),
} as const;
type ColumnName = keyof typeof columnNames;
const columnList = Object.entries(columnNames) as [ColumnName, RegExp][];

const columnOf = (title: string): ColumnName | undefined => {
  const word = fold(title.trim());
  return columnList.find(([, known]) => known.test(word))?.[0];
};

/** A row of a table, or an object, by the meaning of its columns. */
interface PlaceRecord {
  /** Of the first column of this meaning that has a value. */
  cell: (name: ColumnName) => string | undefined;
  /** Of a heading such as "Radius (km)"; absent: it states none. */
  radiusUnit: RadiusUnit | undefined;
  /** Of an object only: a cell has one text. */
  groups?: unknown;
}

/** Finds the meaning of columns once for all rows below them. */
function recordsBelow(titles: readonly string[]) {
  const columns = titles.map(columnOf);
  const radiusUnit = radiusUnitOf(titles[columns.indexOf('radius')] ?? '');
  return (valueAt: (index: number) => string | undefined): PlaceRecord => ({
    cell: (name) =>
      columns.map((column, i) => (column === name ? valueAt(i)?.trim() : '')).find(Boolean),
    radiusUnit,
  });
}

function recordOf(object: Members): PlaceRecord {
  const names = Object.keys(object);
  const record = recordsBelow(names)((i) => textOf(object[names[i]!]));
  return { ...record, groups: object['groups'] };
}

function radiusUnitOf(title: string): RadiusUnit | undefined {
  const [, word = ''] = /[ _(]([a-z]+)\)?$/.exec(fold(title.trim())) ?? [];
  if (word.startsWith('k')) return 'km';
  if (/^(?:ft|feet|foot|pies)/.test(word)) return 'ft';
  if (word.startsWith('mi')) return 'mi';
  return /^ya?r?d/.test(word) ? 'yd' : undefined;
}

async function readPlacesTable(bytes: Uint8Array, found: Found): Promise<void> {
  const isTitle = (text: string) => columnOf(text) !== undefined;
  const table = await readTable(bytes, isTitle, recordLimits);
  const has = (name: ColumnName) => table.header.some((title) => columnOf(title) === name);
  const isPlaced = has('area') || has('position') || (has('latitude') && has('longitude'));
  if (!isPlaced) refuseFile(message('places.import.columns'));
  const area = table.header.findIndex((title) => columnOf(title) === 'area');
  const isLatitudeFirst = isOfTraccar(table.rows.map(({ cells }) => cells[area]));
  const below = recordsBelow(table.header);
  for (const { cells } of table.rows) {
    addRecord(
      found,
      below((i) => cells[i]),
      isLatitudeFirst,
    );
  }
}

function addRecord(found: Found, record: PlaceRecord, isLatitudeFirst: boolean): void {
  const { cell } = record;
  found.add({ ...describedIn(record), id: cell('id') }, (radius) => {
    const area = cell('area');
    if (area) return wellKnownText(area, radius, isLatitudeFirst);
    const position = cell('position') || `${cell('latitude') ?? ''}; ${cell('longitude') ?? ''}`;
    const read = readCoordinates(position);
    if (read.ok) return circleAt([read.longitude, read.latitude], radius);
    return refuse(message(read.swapped ? 'places.import.swapped' : 'places.import.noPosition'));
  });
}

/** Traccar writes its areas with the latitude first; nobody else has circles. */
const isOfTraccar = (areas: readonly (string | undefined)[]) =>
  areas.some((area) => /^\s*CIRCLE\s*\(/i.test(area ?? ''));

/**
 * `POLYGON ((lon lat, …), (…))`, `MULTIPOLYGON (((…)))`, `POINT (lon lat)` or a closed line, as spreadsheets of map
 * programs have them, or Traccar's `CIRCLE (lat lon, metres)`.
 */
function wellKnownText(text: string, radius: number, isLatitudeFirst: boolean): Place['shape'] {
  const plain = text.trim().replace(/^SRID=4326;\s*/i, '');
  const [, type] =
    /^(POINT|LINESTRING|(?:MULTI)?POLYGON|CIRCLE)(?=\W|ZM?\W|M\W)/i.exec(plain) ?? [];
  if (!type) {
    const isOther = /^(?:MULTI|GEOMETRYCOLLECTION)/i.test(plain);
    return refuse(message(isOther ? 'places.import.notArea' : 'places.import.noPosition'));
  }
  const numbers = (plain.match(/[^()]*\d[^()]*(?=\))/g) ?? []).map((ring) =>
    ring.split(',').map((tuple) => tuple.trim().split(/\s+/).map(Number)),
  );
  const rings = numbers.map((ring) =>
    ring
      .filter(({ length }) => length > 1)
      .map(([first, second]) =>
        isLatitudeFirst ? positionOf(second, first) : positionOf(first, second),
      ),
  );
  const [ring = []] = rings;
  if (/^LINE/i.test(type)) return closedLine(ring);
  if (/POLYGON$/i.test(type)) return polygonOf(rings);
  const [middle] = ring;
  if (!middle) return refuse(message('places.import.noPosition'));
  const stated = numbers[0]!.at(-1)!;
  return circleAt(middle, stated.length === 1 ? radiusOf(String(stated[0]), 'm') : radius);
}

interface WrittenPlaces {
  places: readonly Place[];
  language: Language;
  t: Translate;
  now: number;
}

/** A file of places that `readPlacesFile` reads; GPX has their middles only. */
export function writePlacesFile(format: PlacesFormat, of: WrittenPlaces): Uint8Array<ArrayBuffer> {
  const { places, language, t, now } = of;
  const title = t('places.title');
  if (format === 'csv' || format === 'xlsx') return writeTable(tableOf(of), format);
  if (format === 'geojson') {
    const features = places.map((place) => [JSON.stringify(featureOf(place))]);
    return joinedPieces(encodedPieces(geoJsonText(language, [], features)));
  }
  if (format === 'kml') {
    return joinedPieces(
      encodedPieces(
        kmlText(
          title,
          [],
          places.map((each) => placemarkOf(each)),
        ),
      ),
    );
  }
  const points = places.map((place) => {
    const [lon, lat] = centreOf(place);
    const note = place.note ? `<desc>${escaped(place.note)}</desc>` : '';
    return `<wpt lat="${lat}" lon="${lon}"><name>${escaped(place.name)}</name>${note}<type>${place.kind}</type></wpt>`;
  });
  return joinedPieces(encodedPieces(gpxText([], now, points)));
}

function tableOf({ places, language, t }: WrittenPlaces) {
  const columns = [
    { key: 'id', title: 'id', kind: 'text' },
    { key: 'name', title: t('common.name'), kind: 'text' },
    { key: 'kind', title: t('places.kind'), kind: 'text' },
    { key: 'colour', title: t('places.colour'), kind: 'text' },
    { key: 'latitude', title: t('columns.latitude'), kind: 'number' },
    { key: 'longitude', title: t('columns.longitude'), kind: 'number' },
    { key: 'radius', title: t('places.radius', { unit: 'm' }), kind: 'number' },
    { key: 'area', title: 'WKT', kind: 'text' },
    { key: 'hours', title: t('places.hours'), kind: 'text' },
    { key: 'note', title: t('places.note'), kind: 'text' },
  ] as const;
  const rows = places.map((place) => {
    const [lon, lat] = centreOf(place);
    const { shape } = place;
    return [
      place.id,
      place.name,
      t(`places.kind.${place.kind}`),
      place.colour ?? '',
      lat,
      lon,
      shape.kind === 'circle' ? shape.radiusM : null,
      shape.kind === 'circle' ? '' : wellKnownOf(place),
      place.hours ? openingHoursText(place.hours) : '',
      place.note,
    ];
  });
  return {
    name: t('places.title'),
    columns,
    rows,
    notes: [],
    timeZone: 'UTC',
    wording: wordingIn(language, t),
  };
}

const wellKnownOf = (place: Place): string =>
  `MULTIPOLYGON (${polygonsOf(place)
    .map(
      (rings) =>
        `(${rings.map((ring) => `(${ring.map(([lon, lat]) => `${lon} ${lat}`).join(', ')})`).join(', ')})`,
    )
    .join(', ')})`;

function featureOf(place: Place): object {
  const { shape, id, name, kind, note, hours, groups } = place;
  const properties = { name, kind, note, groups };
  const own = {
    ...(place.colour !== null && { colour: place.colour, fill: place.colour }),
    ...(hours && { opening_hours: openingHoursText(hours) }),
  };
  return shape.kind === 'circle'
    ? {
        type: 'Feature',
        id,
        properties: { ...properties, ...own, radius: shape.radiusM },
        geometry: { type: 'Point', coordinates: shape.centre },
      }
    : {
        type: 'Feature',
        id,
        properties: { ...properties, ...own },
        geometry: { type: 'MultiPolygon', coordinates: polygonsOf(place) },
      };
}

/** With a point or areas; the radius of a circle is in its data. */
function placemarkOf(place: Place): string {
  const { shape } = place;
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(placeColour(place))!;
  const data = Object.entries({
    kind: place.kind,
    ...(place.colour !== null && { colour: place.colour }),
    ...(shape.kind === 'circle' && { radius: shape.radiusM }),
    ...(place.hours && { opening_hours: openingHoursText(place.hours) }),
  }).map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`);
  const ring = (corners: readonly LonLat[]) =>
    `<LinearRing><coordinates>${corners.map(([lon, lat]) => `${lon},${lat}`).join(' ')}</coordinates></LinearRing>`;
  const geometry =
    shape.kind === 'circle'
      ? `<Point><coordinates>${shape.centre.join(',')}</coordinates></Point>`
      : `<MultiGeometry>${polygonsOf(place)
          .map(
            ([outer, ...holes]) =>
              `<Polygon><outerBoundaryIs>${ring(outer!)}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('')}</Polygon>`,
          )
          .join('')}</MultiGeometry>`;
  return `<Placemark id="${ourPrefix}${place.id}"><name>${escaped(place.name)}</name><description>${escapedHtml(place.note)}</description><Style><PolyStyle><color>66${blue}${green}${red}</color></PolyStyle></Style><ExtendedData>${data.join('')}</ExtendedData>${geometry}</Placemark>`;
}
