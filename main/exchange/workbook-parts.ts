import { message } from '#shared/i18n/translate';
import path from 'node:path';
import type { Readable } from 'node:stream';
import sax from 'sax';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { numberFormat, type NumberFormat } from './number-format';
import { type TableLimits, refuseCharacters, refuseFile, refuseText } from './table-limits';

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
        refuseFile(message('exchange-files.limit.sheets', { most: mostSheets }));
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
      const part = path.posix.resolve('/xl', target).slice(1);
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
      if (strings.length > limits.cells) {
        refuseFile(message('exchange-files.limit.texts', { most: limits.cells }));
      }
      if (characters > limits.characters) {
        refuseCharacters(limits);
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
        refuseFile(message('exchange-files.limit.styles', { most: mostStyles }));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return formats;
}

/** A workbook has some dozen parts, and one for each sheet, picture and chart. */
const mostParts = 5_000;
const mostUnpackedMegabytes = 512;
/** Tables compress to a tenth, and to a fiftieth if they repeat themselves. */
const mostExpansion = 200;
/** Small enough to unpack whatever the ratio. */
const alwaysUnpackedBytes = 16 * 1024 * 1024;

/**
 * Opens an archive in memory. Parts are unpacked piece by piece and counted as they come, all
 * together: the sizes in the archive may be false. Throws what is not a FaultError if the archive is
 * damaged.
 */
export async function openZipParts(bytes: Uint8Array) {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (zip.entryCount > mostParts) {
    refuseFile(message('exchange-files.workbook.parts', { most: mostParts }));
  }
  const entries = await entriesOf(zip);
  const mostUnpacked = mostUnpackedMegabytes * 1024 * 1024;
  let unpacked = 0;

  function count(length: number): void {
    unpacked += length;
    if (unpacked > mostUnpacked) refuseUnpacked();
    if (unpacked > alwaysUnpackedBytes && unpacked > bytes.length * mostExpansion) {
      refuseFile(message('exchange-files.workbook.expansion', { most: mostExpansion }));
    }
  }

  return {
    has: (name: string) => entries.has(name.toLowerCase()),
    /** A part in chunks; nothing if it is missing. `onShare` receives the progress from 0 to 1. */
    async *chunks(
      name: string,
      onShare: (share: number) => void = () => undefined,
    ): AsyncGenerator<Uint8Array> {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return;
      if (entry.isEncrypted()) refuseProtected();
      if (entry.uncompressedSize > mostUnpacked) refuseUnpacked();
      const stream: Readable = await zip.openReadStreamPromise(entry);
      let done = 0;
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        count(chunk.length);
        done += chunk.length;
        onShare(Math.min(1, done / Math.max(1, entry.uncompressedSize)));
        yield chunk;
      }
    },
  };
}

export type ZipParts = Awaited<ReturnType<typeof openZipParts>>;

/** By their names in small letters: in a workbook, capitals make no difference. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // Of two parts with one name, spreadsheets read the first.
    const name = entry.fileName.toLowerCase();
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}

export function refuseProtected(): never {
  return refuseFile(message('exchange-files.workbook.protected'));
}

function refuseUnpacked(): never {
  return refuseFile(message('exchange-files.workbook.unpacked', { most: mostUnpackedMegabytes }));
}

/** What a reader of XML wants to know; names are without their namespace prefix. */
interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True: the rest of the document is not read. */
  isDone?(): boolean;
}

/** No part of a workbook is nested so deep, or has an element with so many attributes. */
const mostDeep = 100;
const mostAttributes = 200;

/**
 * Parses untrusted XML in chunks. A document type is refused, because it can declare entities that
 * expand without limit or are in other files. Throws an ordinary error for anything it refuses.
 */
export async function readXmlEvents(
  chunks: AsyncIterable<Uint8Array>,
  listener: XmlListener,
): Promise<void> {
  const parser = sax.parser(true);
  let depth = 0;
  let attributeCount = 0;
  const refuse = (why: string): never => {
    throw new Error(`The XML is refused: ${why}.`);
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = () => refuse('it declares a document type');
  parser.onopentagstart = () => {
    attributeCount = 0;
    if (++depth > mostDeep) refuse('it is nested too deep');
  };
  parser.onattribute = () => {
    if (++attributeCount > mostAttributes) refuse('an element has too many attributes');
  };
  parser.onopentag = ({ name, attributes }) =>
    listener.open?.(localName(name), attributes as Record<string, string>);
  parser.onclosetag = (name) => {
    depth -= 1;
    listener.close?.(localName(name));
  };
  parser.ontext = (text) => listener.text?.(text);
  parser.oncdata = (text) => listener.text?.(text);

  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    parser.write(decoder.decode(chunk, { stream: true }));
    if (listener.isDone?.()) return;
  }
  if (decoder) parser.write(decoder.decode());
  parser.close();
}

/** XML is UTF-8 or, with a byte order mark, UTF-16; workbooks use no other encoding. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
