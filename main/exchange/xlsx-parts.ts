import { numberFormat, type NumberFormat } from './number-format';
import type { TableLimits } from './table-limits';
import { figure, refuse, refuseText } from './table-limits';
import { readXmlEvents } from './xml-events';
import type { ZipParts } from './zip-parts';

/** What the sheets of a workbook share. */
export interface Workbook {
  /** In their order. */
  sheets: Sheet[];
  sharedStrings: string[];
  /** How a number is shown, by the index of a cell's style. */
  formats: NumberFormat[];
  /** Days are counted from 1904 instead of 1900. */
  isFrom1904: boolean;
  /** The stored results of formulas are placeholders: a program that opens the file computes them. */
  isToBeCalculated: boolean;
}

export interface Sheet {
  name: string;
  /** The name of its part in the archive. */
  part: string;
  isHidden: boolean;
  /** The sheet that was open when the workbook was saved. */
  isActive: boolean;
}

const mostSheets = 100;
const mostStyles = 100_000;

/** Reads everything but the sheets; null if this is no workbook. */
export async function readWorkbook(parts: ZipParts, limits: TableLimits): Promise<Workbook | null> {
  const main = 'xl/workbook.xml';
  if (!parts.has(main)) return null;
  const targets = await relationsOf(parts);
  const listed: { id: string | undefined; name: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  let isToBeCalculated = false;
  let active: number | null = null;
  await readXmlEvents(parts.chunks(main), {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes['date1904']);
      if (name === 'calcPr') {
        const { fullCalcOnLoad, forceFullCalc, calcCompleted } = attributes;
        isToBeCalculated = isTrue(fullCalcOnLoad) || isTrue(forceFullCalc) || calcCompleted === '0';
      }
      if (name === 'workbookView') active ??= Number(attributes['activeTab'] ?? 0);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      listed.push({ id, name: attributes['name'] ?? '', isHidden });
      if (listed.length > mostSheets) {
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
    sheets: listed.flatMap(({ id, name, isHidden }, index) => {
      const target = targets.find((each) => each.id === id && each.kind === 'worksheet');
      return target ? [{ name, part: target.part, isHidden, isActive: index === active }] : [];
    }),
    sharedStrings: await sharedStringsOf(parts, partOf('sharedStrings'), limits),
    formats: await formatsOf(parts, partOf('styles')),
    isFrom1904,
    isToBeCalculated,
  };
}

/** A boolean attribute. */
export const isTrue = (value: string | undefined) => value === '1' || value === 'true';

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

async function formatsOf(parts: ZipParts, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isCellFormat = false;
  await readXmlEvents(parts.chunks(part), {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCellFormat = true;
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      if (name === 'xf' && isCellFormat) formats.push(numberFormat(id, codes.get(id)));
      if (Math.max(codes.size, formats.length) > mostStyles) {
        refuse(`more than ${figure(mostStyles)} cell styles`, 'Save the table alone as CSV.');
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return formats;
}
