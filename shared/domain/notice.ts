import { message, type Said } from '../i18n/translate';

/** A native notification; the user sees it even when the window is hidden. */
export interface Notice {
  title: Said;
  /** Its lines. */
  body: readonly Said[];
}

const linesShown = 5;

/** The lines of a list, at most five; what is left out is counted in one more. */
export function noticeLines<T>(all: readonly T[], lineOf: (one: T) => Said): Said[] {
  const lines = all.slice(0, linesShown).map(lineOf);
  const more = all.length - lines.length;
  return more > 0 ? [...lines, message('common.notice.more', { count: more })] : lines;
}
