import type { Language } from '#shared/i18n/languages';
import type { Note } from './table';

/** A KML 2.2 document with Google's extensions. `body`: its placemarks and folders, in lines. */
export function* kmlText(
  name: string,
  notes: readonly Note[],
  body: Iterable<string>,
): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n';
  yield `<Document><name>${escaped(name)}</name><description>${escapedHtml(notesText(notes))}</description>\n`;
  for (const line of body) yield `${line}\n`;
  yield '</Document></kml>\n';
}

/** A GPX 1.1 document with Garmin's extension. `body`: its waypoints and tracks, in lines. */
export function* gpxText(
  notes: readonly Note[],
  exportedAt: number,
  body: Iterable<string>,
): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">\n';
  yield `<metadata><desc>${escaped(notesText(notes))}</desc><time>${isoTime(exportedAt)}</time></metadata>\n`;
  for (const line of body) yield `${line}\n`;
  yield '</gpx>\n';
}

/** A GeoJSON document (RFC 7946). A feature may come in pieces: it may have half a million positions. */
export function* geoJsonText(
  { tag }: Language,
  notes: readonly Note[],
  features: Iterable<Iterable<string>>,
): Generator<string> {
  yield `{"type":"FeatureCollection","language":"${tag}","about":${JSON.stringify(Object.fromEntries(notes))},"features":[`;
  let separator = '';
  for (const feature of features) {
    yield separator;
    if (typeof feature === 'string') yield feature;
    else yield* feature;
    separator = ',\n';
  }
  yield ']}\n';
}

const notesText = (notes: readonly Note[]) =>
  notes.map(([label, text]) => `${label}: ${text}`).join('\n');

export const isoTime = (at: number) => new Date(at).toISOString();

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for XML 1.0: markup escaped, invalid characters replaced. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * Text for elements of XML whose content programs show as HTML, such as descriptions in KML: markup in
 * it stays text there too.
 */
export const escapedHtml = (text: string): string =>
  escaped(text.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;'));
