import path from 'node:path';

/** JSON of a file, or `unreadable`. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'unreadable';
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namedCharacters: Record<string, string> = {
  copy: '©',
  amp: '&',
  nbsp: ' ',
  lt: '',
  gt: '',
  quot: '"',
};

/** Sources of the data as plain text: markup and control characters are left out. */
export function attributionText(stated: unknown): string {
  if (typeof stated !== 'string') return '';
  const text = stated
    .slice(0, 5_000)
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll(/&(\w{1,6});/g, (_, name: string) => namedCharacters[name] ?? ' ');
  return plainText(text).replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

export const plainText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>\u2028\u2029]/gu, ' ');

/** A file name for the screen, without characters that could disguise it. */
export const shownName = (file: string): string =>
  plainText(path.basename(file)).slice(0, 255).trim() || 'map';
