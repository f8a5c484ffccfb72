import { dayInZone } from '#shared/domain/calendar';
import { displayText } from '#shared/domain/text';
import type { Range } from '#shared/domain/history';

/** In bytes of UTF-8; file systems allow 255 for the whole name. */
const longestPart = 120;

/** Names of devices on Windows, which no file can have, whatever follows their first dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=$|\.)/i;

/**
 * A text of the service as a part of a file name: without characters that a file system or a shell
 * treats specially, and not longer than 120 bytes. Empty if nothing is left.
 */
export function fileNamePart(text: string): string {
  const part = displayText(text.toWellFormed())
    .replaceAll(/[/\\:*?"<>|%]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. -]+/, '');
  return cut(part)
    .replace(/[. ]+$/, '')
    .replace(reserved, '$1 ');
}

function cut(text: string): string {
  let start = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(start + segment) > longestPart) break;
    start += segment;
  }
  return start;
}

/** "Van 9 fixes 2026-06-09.csv": of whom, what, and the days in the zone of the file. */
export function exportFileName(
  of: { labels: readonly string[] | null; what: string; range: Range; timeZone: string },
  extension: string,
): string {
  const { labels, what, range, timeZone } = of;
  const [first, last] = [dayInZone(range.from, timeZone), dayInZone(range.to, timeZone)];
  const period = first === last ? first : `${first} to ${last}`;
  return `${whoText(labels ?? [])} ${what} ${period}.${extension}`;
}

function whoText(labels: readonly string[]): string {
  const first = fileNamePart(labels[0] ?? '');
  if (first === '') return 'Waypost';
  if (labels.length === 1) return first;
  return labels.length === 2 ? `${first} and 1 more` : `${first} and ${labels.length - 1} more`;
}
