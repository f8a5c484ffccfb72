import { gapText as gapTextWith, type Known } from '#shared/domain/known';

/** The text of a value that is not known, with a short original; null for a value. */
export const gapText = (known: Known<unknown>): string | null => gapTextWith(known, originalText);

/**
 * The text of a value of the service. `none` is the text for a value that the service states to be
 * none (null), such as "No limit".
 */
export function knownText<T>(
  known: Known<T | null>,
  format: (value: T) => string,
  none: string,
): string {
  if (known.is !== 'value') return gapText(known) ?? '';
  return known.value === null ? none : format(known.value);
}

/** "2 devices, 1 of them not understood": `unread` members count as devices. */
export function membersText(
  read: number,
  unread: number,
  counted: (count: number, noun: string) => string,
): string {
  const all = counted(read + unread, 'device');
  return unread === 0 ? all : `${all}, ${unread} of them not understood`;
}

/** A list of texts; its members that were not understood follow as such. */
export function listText(known: Known<readonly string[]>): string {
  if (known.is !== 'value') return gapText(known) ?? '';
  const unread = known.unread?.map(originalText).join(', ');
  const read = known.value.join(', ');
  if (unread === undefined) return read || 'None';
  return read ? `${read}; not understood: ${unread}` : `Not understood: ${unread}`;
}

const longestOriginal = 80;

/** An original value as short JSON; text without quotes. */
export function originalText(original: unknown): string {
  const text = typeof original === 'string' ? original : (JSON.stringify(original) ?? '');
  return text.length > longestOriginal ? `${text.slice(0, longestOriginal - 1)}…` : text;
}
