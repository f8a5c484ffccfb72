import { zipSync } from 'fflate';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A sheet as XML. */
export const sheetOf = (rows: string, before = '') =>
  `<worksheet ${main}>${before}<sheetData>${rows}</sheetData></worksheet>`;

/** A row of texts in their cells. */
export const inlineRow = (number: number, texts: readonly string[]) =>
  `<row r="${number}">${texts
    .map(
      (text, i) =>
        `<c r="${String.fromCharCode(65 + i)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    .join('')}</row>`;

/** A workbook with one sheet; other parts are added or replace its own. */
export function workbookWith(sheet: string, parts: Record<string, string | Uint8Array> = {}) {
  const all: Record<string, string | Uint8Array> = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Mine" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...parts,
  };
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(
      Object.entries(all).map(([name, part]) => [
        name,
        typeof part === 'string' ? encoder.encode(part) : part,
      ]),
    ),
  );
}

/** Replaces the unpacked size of a part in the directory of an archive. */
export function withFalseSize(zip: Uint8Array, part: string, size: number): Uint8Array {
  const copy = Buffer.from(zip);
  const directory = copy.indexOf('PK\u0001\u0002', 0, 'latin1');
  const name = copy.indexOf(part, directory, 'latin1');
  // The name is 46 bytes after the start of its entry, the size 24 bytes.
  copy.writeUInt32LE(size, name - 46 + 24);
  return new Uint8Array(copy);
}
