import sax from 'sax';
import { message } from '#shared/i18n/translate';
import { refuseFile } from '../table-limits';

/**
 * An element: its members by local name, attributes prefixed with @. An element with neither is its
 * text; repeated elements are a list.
 */
export interface Element {
  [name: string]: unknown;
  [cutOff]?: true;
}

/** Marks an element whose end is not in the file. */
export const cutOff = Symbol('cut off');

/** One XML document of a text. */
interface ParsedXml {
  root: Element;
  /** The index in the text after the document. */
  end: number;
  /** Why and where reading ended early; the elements before are complete. */
  fault: { line: number; why: string; isCutOff: boolean } | null;
}

/** Characters parsed at a time; progress is reported in between. */
const pieceLength = 1 << 18;
/** No GPX or KML file is nested so deep, and the functions that walk the tree are recursive. */
const mostDeep = 200;
const mostAttributes = 1_000;

/** Elements that are useful without their end: their complete members are kept. */
const containers = new Set([
  'gpx',
  'trk',
  'trkseg',
  'rte',
  'kml',
  'Document',
  'Folder',
  'Placemark',
  'MultiGeometry',
  'MultiTrack',
  'Track',
  'LineString',
]);

/** Not well-formed from here on. */
class NotWellFormed extends Error {}
/** The root element has ended. */
class RootClosed extends Error {}

/**
 * Parses the untrusted XML that begins at an index. A document type could declare entities that expand
 * without limit.
 */
export function parseXml(text: string, begin: number, onShare: (share: number) => void): ParsedXml {
  const parser = sax.parser(true);
  const root: Element = {};
  const open: { name: string; element: Element; text: string }[] = [
    { name: '', element: root, text: '' },
  ];
  let attributeCount = 0;
  const line = () => ({ line: String(parser.line + 1) });

  parser.onerror = ({ message }) => {
    // A "&" that is not escaped stays as it is, without losing what follows.
    if (/^Invalid character (entity|in entity name)/.test(message)) {
      (parser as { error: Error | null }).error = null;
      return;
    }
    throw new NotWellFormed(message.split('\n')[0]!.replace(/\.$/, ''));
  };
  parser.ondoctype = () => refuseFile(message('exchange-files.track.xmlDocumentType'));
  parser.onopentagstart = () => {
    attributeCount = 0;
  };
  parser.onattribute = () => {
    if (++attributeCount > mostAttributes)
      refuseFile(message('exchange-files.track.xmlAttributes', line()));
  };
  parser.onopentag = ({ name, attributes }) => {
    if (open.length > mostDeep) refuseFile(message('exchange-files.track.xmlDepth', line()));
    const element: Element = {};
    for (const [attribute, value] of Object.entries(attributes)) {
      put(element, `@${localName(attribute)}`, value);
    }
    open.push({ name: localName(name), element, text: '' });
  };
  const takeText = (more: string) => {
    open.at(-1)!.text += more;
  };
  parser.ontext = takeText;
  parser.oncdata = takeText;
  parser.onclosetag = () => {
    const { name, element, text: own } = open.pop()!;
    let value: unknown = element;
    if (Object.keys(element).length === 0) value = own.trim();
    else if (own.trim() !== '') element['#text'] = own.trim();
    put(open.at(-1)!.element, name, value);
    if (open.length === 1) throw new RootClosed();
  };

  /** Keeps what is complete in the elements that have no end. */
  function closeOpen(): void {
    while (open.length > 1) {
      const { name, element, text: own } = open.pop()!;
      const parent = open.at(-1)!.element;
      // The last position may have lost some of its digits.
      if (name === 'coordinates') put(parent, name, untilLastBlank(own));
      // Its time may have been lost.
      if (name === 'Placemark') delete element['Point'];
      element[cutOff] = true;
      if (containers.has(name)) put(parent, name, element);
    }
  }

  let written = begin;
  try {
    for (; written < text.length; written += pieceLength) {
      parser.write(text.slice(written, written + pieceLength));
      onShare(Math.min(1, (written + pieceLength) / text.length));
    }
    parser.close();
  } catch (error) {
    const end = begin + parser.position;
    if (error instanceof RootClosed) return { root, end, fault: null };
    if (!(error instanceof NotWellFormed)) throw error;
    const line = lineAt(text, Math.min(end, text.length));
    closeOpen();
    const isCutOff = end >= text.length;
    return { root, end, fault: { line, why: error.message, isCutOff } };
  }
  return { root, end: text.length, fault: null };
}

const untilLastBlank = (text: string) =>
  text.slice(0, Math.max(...[' ', '\n', '\t'].map((blank) => text.lastIndexOf(blank))) + 1);

/** The line of an index, counted from 1. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function put(element: Element, name: string, value: unknown): void {
  // Not a member: it would set the prototype.
  if (name === '__proto__') return;
  const known = Object.hasOwn(element, name) ? element[name] : undefined;
  if (known === undefined) element[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else element[name] = [known, value];
}

export const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The children with a name, as a list. */
export function children(element: Element, name: string): unknown[] {
  const value = Object.hasOwn(element, name) ? element[name] : undefined;
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

export const elements = (element: Element, name: string) =>
  children(element, name).filter(isElement);

/** The text of a value, also of one with attributes; null if there is none. */
export function textOf(value: unknown): string | null {
  const text = isElement(value) ? value['#text'] : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

export const textIn = (element: Element, name: string) => textOf(children(element, name)[0]);

/** The values that a KML element has beside its own, by name. */
export function extendedData(element: Element): Map<string, string | null> {
  const data = elements(element, 'ExtendedData').flatMap((each) => [
    ...elements(each, 'Data'),
    ...elements(each, 'SchemaData').flatMap((schema) => elements(schema, 'SimpleData')),
  ]);
  return new Map(
    data.map((each) => [textOf(each['@name']) ?? '', textIn(each, 'value') ?? textOf(each)]),
  );
}
