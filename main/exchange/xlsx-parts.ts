import type { TableLimits } from './table-limits';
import { figure, refuse, refuseText } from './table-limits';
import { readXmlEvents } from './xml-events';
import type { ZipParts } from './zip-parts';

/** What the sheets of a workbook share. */
export interface Workbook {
  /** The names of the parts of its sheets, in their order. */
  sheets: string[];
  sharedStrings: string[];
  /** By the index of a cell's style: whether a number in it is a date. */
  isDateStyle: boolean[];
  /** Days are counted from 1904 instead of 1900. */
  isFrom1904: boolean;
}

const mostSheets = 100;
const mostStyles = 100_000;

/** Reads everything but the sheets; null if this is no workbook. */
export async function readWorkbook(parts: ZipParts, limits: TableLimits): Promise<Workbook | null> {
  const main = 'xl/workbook.xml';
  if (!parts.has(main)) return null;
  const targets = await relationsOf(parts);
  const relations: string[] = [];
  let isFrom1904 = false;
  await readXmlEvents(parts.chunks(main), {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      if (id !== undefined) relations.push(id);
      if (relations.length > mostSheets) {
        refuse(
          `more than ${figure(mostSheets)} sheets`,
          'Keep only the sheet with the table and save it again.',
        );
      }
    },
  });
  const partOf = (kind: string) =>
    targets.find((each) => each.kind === kind)?.part ?? `xl/${kind}.xml`;
  return {
    sheets: relations.flatMap(
      (id) => targets.find((each) => each.id === id && each.kind === 'worksheet')?.part ?? [],
    ),
    sharedStrings: await sharedStringsOf(parts, partOf('sharedStrings'), limits),
    isDateStyle: await dateStylesOf(parts, partOf('styles')),
    isFrom1904,
  };
}

interface Relation {
  id: string;
  kind: string;
  part: string;
}

async function relationsOf(parts: ZipParts): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readXmlEvents(parts.chunks('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      // An external target is another file or an address.
      if (name !== 'Relationship' || mode === 'External' || relations.length > mostSheets * 10) {
        return;
      }
      const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      relations.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), part });
    },
  });
  return relations;
}

/** The texts that cells refer to; phonetic readings are not part of a text. */
async function sharedStringsOf(
  parts: ZipParts,
  part: string,
  limits: TableLimits,
): Promise<string[]> {
  const strings: string[] = [];
  const text = createTextReader(limits);
  let characters = 0;
  await readXmlEvents(parts.chunks(part), {
    open: (name) => {
      if (name === 'si') text.begin();
      else text.open(name);
    },
    text: (more) => text.add(more, strings.length + 1),
    close: (name) => {
      if (name !== 'si') return text.close(name);
      const string = text.end();
      strings.push(string);
      characters += string.length;
      if (strings.length > limits.cells) refuse(`more than ${figure(limits.cells)} texts`);
      if (characters > limits.characters) {
        refuse(`more than ${figure(limits.characters)} characters`);
      }
      return undefined;
    },
  });
  return strings;
}

/** Collects the text of a shared or an inline string, which may consist of formatted parts. */
export function createTextReader(limits: TableLimits) {
  let pieces: string[] | null = null;
  let length = 0;
  let isText = false;
  let isPhonetic = false;
  return {
    begin(): void {
      pieces = [];
      length = 0;
    },
    open(name: string): void {
      if (name === 't') isText = true;
      if (name === 'rPh') isPhonetic = true;
    },
    close(name: string): void {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    /** `row`: for the message about a text that is too long. */
    add(more: string, row: number): void {
      if (!pieces || !isText || isPhonetic) return;
      length += more.length;
      if (length > limits.cellCharacters * longestCode) refuseText(limits, row);
      pieces.push(more);
    },
    end(): string {
      const text = (pieces ?? []).join('');
      pieces = null;
      return unescaped(text);
    },
  };
}

/** A character may be stored as seven: `_x000D_`. */
export const longestCode = 7;

/** Decodes `_xHHHH_` (ECMA-376, ST_Xstring). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

async function dateStylesOf(parts: ZipParts, part: string): Promise<boolean[]> {
  const formats = new Map<number, string>();
  const styles: boolean[] = [];
  let isCellFormat = false;
  await readXmlEvents(parts.chunks(part), {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCellFormat = true;
      const format = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') formats.set(format, attributes['formatCode'] ?? '');
      if (name === 'xf' && isCellFormat) styles.push(isDateFormat(format, formats.get(format)));
      if (Math.max(formats.size, styles.length) > mostStyles) {
        refuse(`more than ${figure(mostStyles)} cell styles`, 'Save the table alone as CSV.');
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return styles;
}

/** The formats of dates and times that every workbook has without declaring them. */
const builtInRanges = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;

const dateTokens = new Set(
  's ss m mm h hh am pm a p d dd ddd dddd aaa aaaa aaaaa mmm mmmm mmmmm y yy yyyy e ee eeee'.split(
    ' ',
  ),
);

/** Whether a number format shows a date or a time: it consists of nothing else. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (builtInRanges.some(([first, last]) => id >= first && id <= last)) return true;
  if (code === undefined || code.length > 255) return false;
  return code
    .toLowerCase()
    .replace(/;@$/, '')
    .replaceAll(/\\./g, ' ')
    .split(';')
    .some((section) => {
      const tokens = section
        .replaceAll(/"[^"]*"/g, ' ')
        .replaceAll(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
        .replaceAll(/\[([smhd]{1,2})\]/g, '$1')
        .replaceAll(/\[[^\]]*\]/g, '')
        .split(/[^a-z0#?%]+/)
        .filter((token) => token !== '');
      return tokens.length > 0 && tokens.every((token) => dateTokens.has(token));
    });
}
