import { message } from '#shared/i18n/translate';
import { isJsonObject } from '#shared/wire/read';
import { refuseFile } from '../table-limits';
import { shortText } from './read-point';
import { lineAt } from './xml-tree';

interface JsonDocuments {
  /** `openBrackets`: how many objects and lists had no end, because the file is cut off. */
  documents: { json: unknown; openBrackets: number }[];
  /** The line in which the file is cut off; null: it is not. */
  cutOffLine: number | null;
  /** What is after the last document and is no JSON. */
  rest: string;
}

/**
 * The JSON documents of a text. Programs append a document to a file that has one, write one on each line,
 * or are interrupted: the values that are complete are read.
 */
export function parseJson(text: string): JsonDocuments {
  try {
    return {
      documents: [{ json: JSON.parse(text) as unknown, openBrackets: 0 }],
      cutOffLine: null,
      rest: '',
    };
  } catch (error) {
    return parseParts(text, error);
  }
}

/** It may be before and between values, as may commas (RFC 8142). */
export const recordSeparator = '\u001E';

function parseParts(text: string, whole: unknown): JsonDocuments {
  const documents: JsonDocuments['documents'] = [];
  const gap = new RegExp(`[\\s,${recordSeparator}]*`, 'y');
  for (;;) {
    gap.test(text);
    const from = gap.lastIndex;
    if (from === text.length) return { documents, cutOffLine: null, rest: '' };
    const part = scan(text, from);
    const json = part && parsed(text.slice(from, part.end) + part.closing);
    if (!part || json === undefined) {
      if (documents.length === 0) refuseJson(text, whole);
      return { documents, cutOffLine: null, rest: text.slice(from) };
    }
    documents.push({ json, openBrackets: part.closing.length });
    if (part.closing !== '') return { documents, cutOffLine: lineAt(text, text.length), rest: '' };
    gap.lastIndex = part.end;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

interface OpenBracket {
  closing: '}' | ']';
  outer: OpenBracket | null;
}

/**
 * The end of the object or list that begins here. If the text ends before, the end of its last complete
 * member, and the brackets that close what is open there. A list in a list is a position, of which a part is
 * of no use.
 */
function scan(text: string, from: number): { end: number; closing: string } | null {
  if (text[from] !== '{' && text[from] !== '[') return null;
  let open: OpenBracket | null = null;
  let complete: { end: number; open: OpenBracket | null } | null = null;
  const marks = /["{}[\],]/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      const end = endOfString(text, mark.index);
      if (end === null) break;
      marks.lastIndex = end;
    } else if (mark[0] === '{') open = { closing: '}', outer: open };
    else if (mark[0] === '[') open = { closing: ']', outer: open };
    else if (mark[0] === ',') {
      const isInPosition: boolean = open?.closing === ']' && open.outer?.closing === ']';
      if (!isInPosition) complete = { end: mark.index, open };
    } else {
      if (open?.closing !== mark[0]) return null;
      open = open.outer;
      if (open === null) return { end: marks.lastIndex, closing: '' };
      complete = { end: marks.lastIndex, open };
    }
  }
  if (complete === null) return null;
  let closing = '';
  for (let each = complete.open; each; each = each.outer) closing += each.closing;
  return { end: complete.end, closing };
}

/** The index after a string; null if it has no end. */
function endOfString(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return null;
}

function refuseJson(text: string, error: unknown): never {
  const why = error instanceof Error ? shortText(error.message) : '';
  const [, position] = /position (\d+)/.exec(why) ?? [];
  if (position === undefined)
    return refuseFile(message('exchange-files.track.jsonUnread', { why }));
  const line = String(lineAt(text, Number(position)));
  return refuseFile(message('exchange-files.track.jsonUnreadInLine', { line, why }));
}

/** Coordinates of another reference system are no longitudes and latitudes. */
export function refuseOtherReference(json: unknown): void {
  const crs = isJsonObject(json) ? json['crs'] : undefined;
  const properties = isJsonObject(crs) ? crs['properties'] : undefined;
  const name = isJsonObject(properties) ? properties['name'] : undefined;
  if (typeof name !== 'string' || /CRS:?84|EPSG:+(?:[\d.]*:)?4326$/i.test(name)) return;
  refuseFile(message('places.import.reference', { name: name.slice(0, 100) }));
}
