import { dayInZone } from '#shared/domain/calendar';
import { displayText } from '#shared/domain/text';
import type { Range } from '#shared/domain/history';
import type { Translate } from '#shared/i18n/translate';

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

/** A name in the language of the user with its extension. Marks of direction of its message do not belong in it. */
export const fileName = (name: string, extension: string): string =>
  `${name.replaceAll(/[\u2066-\u2069]/g, '')}.${extension}`;

/** "Van 9 fixes 2026-06-09.csv": of whom, what, and the days in the zone of the file. */
export function exportFileName(
  of: {
    labels: readonly string[] | null;
    what: 'fixes' | 'trips' | 'alerts' | 'report';
    range: Range;
    timeZone: string;
  },
  extension: string,
  t: Translate,
): string {
  const { labels, what, range, timeZone } = of;
  const [from, to] = [dayInZone(range.from, timeZone), dayInZone(range.to, timeZone)];
  const period = from === to ? from : t('exchange-files.name.period', { from, to });
  const who = whoText(labels ?? [], t);
  const name = t('exchange-files.name.history', {
    who,
    what: what === 'report' ? 'other' : what,
    period,
  });
  return fileName(name, extension);
}

function whoText(labels: readonly string[], t: Translate): string {
  const device = fileNamePart(labels[0] ?? '');
  if (device === '') return 'Waypost';
  return labels.length === 1
    ? device
    : t('exchange-files.name.andMore', { device, count: labels.length - 1 });
}
