import { saveFile } from '#main/files/save-file';
import { fileNamePart } from '#main/exchange/file-name';
import { escaped } from '#main/exchange/map-formats';
import {
  printedOrFail,
  type MapPictureOptions,
  type PrintedPage,
} from '#main/features/maps/map-picture';
import type { Profile } from '#shared/domain/session';
import { directionOf } from '#shared/i18n/languages';
import type { HandlersOf } from '#shared/ipc/contract';
import type { PrintedSheet } from '#shared/ipc/maps';

interface PrintedTableOptions extends Pick<
  MapPictureOptions,
  'language' | 't' | 'printPage' | 'printOnPaper' | 'pickSaveFile' | 'written' | 'temporaryFiles'
> {
  profile: () => Profile | null;
}

/** Prints the lists of the window. */
export function createPrintedTable(options: PrintedTableOptions): HandlersOf<'printedTable'> {
  const pageOf = (sheet: PrintedSheet): PrintedPage => ({
    html: tablePage(sheet, options),
    pictures: new Map(),
    isLandscape: sheet.columns.length > mostUpright,
  });
  return {
    print: async (sheet) => printedOrFail(await options.printOnPaper(pageOf(sheet))),
    save: (sheet) =>
      saveFile(options, fileNamePart(sheet.title), 'pdf', async () => ({
        bytes: await options.printPage(pageOf(sheet)),
      })),
  };
}

/** More columns need the wide side of the paper. */
const mostUpright = 5;

const style = (end: 'left' | 'right') => `
@page { margin: 12mm; @bottom-${end} { direction: ltr; content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #4a525c; } }
* { box-sizing: border-box; }
body { margin: 0; color: #1b2129; font: 9pt/1.35 'Noto Sans', system-ui, sans-serif; }
h1 { margin: 0; font-size: 14pt; }
header { margin-block-end: 4mm; }
p { margin: 0; color: #4a525c; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 1mm 1.5mm; border-block-end: 0.2mm solid #c3c9d1; text-align: start; vertical-align: top;
  overflow-wrap: anywhere; white-space: pre-line; }
th { border-block-end: 0.4mm solid #1b2129; font-weight: 600; overflow-wrap: normal; }
.end { text-align: end; }
tr { break-inside: avoid; }
`;

/**
 * The page of a list. Every text is escaped; it has no script. The head of the table is on each page. Each text runs in its
 * own direction, while cells are aligned as their heads are.
 */
function tablePage(
  sheet: PrintedSheet,
  { profile: current, language, t }: Pick<PrintedTableOptions, 'profile' | 'language' | 't'>,
): string {
  const profile = current();
  const { tag } = language();
  const direction = directionOf(tag);
  const classOf = sheet.columns.map(({ isEnd }) => (isEnd ? ' class="end"' : ''));
  const heads = sheet.columns.map(({ header }, at) => `<th${classOf[at]}>${escaped(header)}</th>`);
  const rows = sheet.rows.map(
    (cells) =>
      `<tr>${cells
        .map((cell, at) => `<td${classOf[at] ?? ''}><bdi>${escaped(cell)}</bdi></td>`)
        .join('')}</tr>`,
  );
  const account = profile?.isDemo
    ? t('session.demo.name')
    : profile && t('session.userAt', { user: profile.userName, address: profile.address });
  const facts = [account, sheet.when, sheet.filter, sheet.rowCount];
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head><meta charset="utf-8"><title>${escaped(sheet.title)}</title><style>${style(direction === 'rtl' ? 'left' : 'right')}</style></head>
<body>
<header><h1>${escaped(sheet.title)}</h1>
${facts.map((fact) => (fact ? `<p>${escaped(fact)}</p>` : '')).join('\n')}
</header>
<table><thead><tr>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</body>
</html>
`;
}
