const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for XML 1.0: markup escaped, invalid characters replaced. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * Text for elements of XML whose content programs show as HTML, such as descriptions in KML: markup in
 * it stays text there too.
 */
export const escapedHtml = (text: string): string =>
  escaped(text.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;'));
