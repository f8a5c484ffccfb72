import { fail } from '#shared/fault';
import { shortText } from './read-point';
import { lineAt } from './xml-tree';

export interface JsonDocuments {
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

function parseParts(text: string, whole: unknown): JsonDocuments {
  const documents: JsonDocuments['documents'] = [];
  let from = 0;
  for (;;) {
    from = nextValue(text, from);
    if (from === text.length) return { documents, cutOffLine: null, rest: '' };
    const part = scan(text, from);
    if (part === null) return withRest(text, from, documents, whole);
    const json = parsed(text.slice(from, part.end) + part.closing);
    if (json === undefined) {
      return part.closing === '' || documents.length > 0
        ? withRest(text, from, documents, whole)
        : refuseJson(text, whole);
    }
    documents.push({ json, openBrackets: part.closing.length });
    if (part.closing !== '') return { documents, cutOffLine: lineAt(text, text.length), rest: '' };
    from = part.end;
  }
}

/** The beginning of the next value; record separators (RFC 8142) and commas may be before it. */
function nextValue(text: string, from: number): number {
  let at = from;
  while (
    at < text.length &&
    (text[at] === ',' || text[at] === '\u001E' || text[at]!.trim() === '')
  ) {
    at += 1;
  }
  return at;
}

function withRest(
  text: string,
  from: number,
  documents: JsonDocuments['documents'],
  whole: unknown,
): JsonDocuments {
  if (documents.length === 0) return refuseJson(text, whole);
  return { documents, cutOffLine: null, rest: text.slice(from) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The end of the object or list that begins here. If the text ends before, the end of its last complete
 * member, and the brackets that close what is open there. A list in a list is a position, of which a part is
 * of no use.
 */
function scan(text: string, from: number): { end: number; closing: string } | null {
  if (text[from] !== '{' && text[from] !== '[') return null;
  const open: ('}' | ']')[] = [];
  let completeEnd: number | null = null;
  const marks = /["{}[\],]/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      const end = endOfString(text, mark.index);
      if (end === null) break;
      marks.lastIndex = end;
    } else if (mark[0] === '{') open.push('}');
    else if (mark[0] === '[') open.push(']');
    else if (mark[0] === ',') {
      const isInPosition = open.at(-1) === ']' && open.at(-2) === ']';
      if (!isInPosition) completeEnd = mark.index;
    } else {
      if (open.pop() !== mark[0]) return null;
      if (open.length === 0) return { end: marks.lastIndex, closing: '' };
      completeEnd = marks.lastIndex;
    }
  }
  return completeEnd === null
    ? null
    : { end: completeEnd, closing: openAt(text, from, completeEnd) };
}

/** The brackets that close what is open at a place. */
function openAt(text: string, from: number, end: number): string {
  const open: string[] = [];
  const marks = /["{}[\]]/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark && mark.index < end; mark = marks.exec(text)) {
    if (mark[0] === '"') marks.lastIndex = endOfString(text, mark.index) ?? text.length;
    else if (mark[0] === '{') open.push('}');
    else if (mark[0] === '[') open.push(']');
    else open.pop();
  }
  return open.toReversed().join('');
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
  const where = position === undefined ? '' : ` in line ${lineAt(text, Number(position))}`;
  return fail({
    kind: 'invalid',
    field: 'file',
    message: `The file cannot be read as JSON${where}: ${why}`,
  });
}
