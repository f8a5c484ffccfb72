import { zipSync } from 'fflate';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Knows the titles of some columns. */
export const titled =
  (columns: readonly { title: string }[]) =>
  (text: string): boolean =>
    columns.some(({ title }) => title === text);

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

export interface TestSheet {
  name: string;
  /** The rows as XML. */
  rows: string;
  state?: 'hidden' | 'veryHidden';
  /** What is before and after the rows. */
  before?: string;
  after?: string;
}

/** A workbook with several sheets; `active` is the index of the one that was open. */
export function workbookOfSheets(
  sheets: readonly TestSheet[],
  { active = 0, properties = '', after = '', styles = '' } = {},
) {
  const listed = sheets.map(({ name, state = 'visible' }, index) => {
    const id = index + 1;
    return `<sheet name="${name}" sheetId="${id}" state="${state}" r:id="rId${id}"/>`;
  });
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const parts = sheets.map(({ rows, before = '', after: below = '' }, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet ${main}>${before}<sheetData>${rows}</sheetData>${below}</worksheet>`,
  ]);
  return workbookWith('', {
    ...(Object.fromEntries(parts) as Record<string, string>),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}">${properties}<bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${listed.join('')}</sheets>${after}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ...(styles !== '' && { 'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>` }),
  });
}

/** A cell of a workbook, with what it contains as XML. */
export const cellOf = (address: string, content: string, attributes = '') =>
  `<c r="${address}" ${attributes}>${content}</c>`;

/** Replaces the unpacked size of a part in the directory of an archive. */
export function withFalseSize(zip: Uint8Array, part: string, size: number): Uint8Array {
  const copy = Buffer.from(zip);
  const directory = copy.indexOf('PK\u0001\u0002', 0, 'latin1');
  const name = copy.indexOf(part, directory, 'latin1');
  // The name is 46 bytes after the start of its entry, the size 24 bytes.
  copy.writeUInt32LE(size, name - 46 + 24);
  return new Uint8Array(copy);
}
