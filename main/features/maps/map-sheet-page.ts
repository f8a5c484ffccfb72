import type { MapSheet } from '#shared/domain/map-sheet';
import type { PngSize } from './png-file';

/** Where the page finds its picture, relative to its own address. */
export const pictureName = 'map.png';

/** Text in HTML, in an element or an attribute. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const style = `
@page { margin: 10mm; }
* { box-sizing: border-box; }
html, body { margin: 0; height: 100%; }
body { display: flex; flex-direction: column; gap: 2.5mm; color: #1b2129;
  font: 9pt/1.35 'Noto Sans', system-ui, sans-serif; }
h1 { margin: 0; font-size: 14pt; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 6mm; }
.map { flex: 0 1 auto; min-height: 0; }
.map img { display: block; width: 100%; height: 100%; object-fit: contain; }
ul { display: flex; flex-wrap: wrap; gap: 1mm 5mm; margin: 0; padding: 0; list-style: none; }
li { display: flex; align-items: center; gap: 1.5mm; }
p { margin: 0; }
.sources { color: #4a525c; font-size: 8pt; }
.sources a { color: inherit; }
`;

/** The page of a map for a PDF file. Every text is escaped; it has no script. */
export function mapSheetPage(sheet: MapSheet, { width, height }: PngSize): string {
  const rows = sheet.legend.map(
    ({ name, count, colour, outline, isStroked }) =>
      `<li><svg width="12" height="12" viewBox="0 0 16 16"><path d="${escaped(outline)}" ${
        isStroked
          ? `fill="none" stroke="${escaped(colour)}" stroke-width="2"`
          : `fill="${escaped(colour)}"`
      }/></svg>${escaped(name)} <strong>${escaped(count)}</strong></li>`,
  );
  const sources = sheet.attribution.map(({ text, url }) =>
    url !== null && url.startsWith('https://')
      ? `<a href="${escaped(url)}">${escaped(text)}</a>`
      : escaped(text),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(sheet.title)}</title><style>${style}</style></head>
<body>
<header><h1>${escaped(sheet.title)}</h1><p>${escaped(sheet.dataTime)}</p></header>
<div class="map" style="aspect-ratio: ${width} / ${height}"><img src="${pictureName}" alt="${escaped(sheet.title)}"></div>
<p><strong>${escaped(sheet.legendTitle)}</strong></p>
<ul>${rows.join('')}</ul>
${sheet.notes.map((note) => `<p>${escaped(note)}</p>`).join('\n')}
<p class="sources">${sources.join('')}</p>
</body>
</html>
`;
}
