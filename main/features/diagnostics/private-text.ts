// What is left out of a text that is passed on. Main's own texts have none of it; this is for those of others, such as
// an error of the service, and for a line of the log that somebody wrote without thinking of it.

/** Shorter names are parts of words and tell nobody who is meant. */
const shortestName = 3;

/** Leaves out what looks like a position: degrees, two numbers with decimals, or one with so many as places have. */
export function withoutPositions(text: string): string {
  return text
    .replaceAll(
      // Degrees with minutes: 45° 14′ 25.3″ N.
      /\p{Nd}{1,3}(?:[.,]\p{Nd}+)?\s?°(?:\s?\p{Nd}{1,2}(?:[.,]\p{Nd}+)?\s?['’′])?(?:\s?\p{Nd}{1,2}(?:[.,]\p{Nd}+)?\s?["”″])?(?:\s?[NSEWO]\b)?/gu,
      '<position>',
    )
    .replaceAll(
      // Two numbers with decimals side by side.
      /(?<![\p{Nd}.,])[-+−]?\p{Nd}{1,3}[.,]\p{Nd}{2,}\s{0,2}[,;/ ]\s{0,2}[-+−]?\p{Nd}{1,3}[.,]\p{Nd}{2,}(?![\p{Nd}.])/gu,
      '<position>',
    )
    .replaceAll(
      // A number that is called so: "lat": 45.1
      /(?<!\p{L})((?:lat|lon|lng|long)(?:itude)?["']?\s{0,3}[:= ]\s{0,3}["']?)[-+−]?\p{Nd}{1,3}(?:[.,]\p{Nd}+)?/giu,
      '$1<position>',
    )
    .replaceAll(/(?<![\p{Nd}.,])[-+−]?\p{Nd}{1,3}[.,]\p{Nd}{4,}(?![\p{Nd}.])/gu, '<position>');
}

/** As it is in a regular expression. */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Leaves out these names, in any case, and what looks like an address or a telephone number. */
export function withoutNames(text: string, names: Iterable<string>): string {
  const known = namesIn(text, names);
  const isKnown =
    known.length === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${known.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
          'giu',
        );
  return (isKnown ? text.replaceAll(isKnown, '<name>') : text)
    .replaceAll(
      /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]{1,255}@[^\s@<>"'(),;:]{1,255}\.[^\s@<>"'(),;:]{1,63}/g,
      '<address>',
    )
    .replaceAll(/\b(https?|wss?):\/\/[^\s<>"'()]+/gi, '$1://<address>')
    .replaceAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '<address>')
    .replaceAll(/(?<![A-Za-z_:.+-])\+?\d(?:[ ()-]{0,2}\d){8,40}/g, '<number>');
}

/**
 * Those of the names that are in the text, the longest first. An account has up to a hundred thousand, so that most are
 * told by their first letters.
 */
function namesIn(text: string, names: Iterable<string>): string[] {
  const folded = text.toLowerCase();
  const beginnings = new Set<string>();
  for (let at = 0; at + shortestName <= folded.length; at++) {
    beginnings.add(folded.slice(at, at + shortestName));
  }
  const found = new Set<string>();
  for (const name of names) {
    const wanted = name.trim().toLowerCase();
    if (wanted.length < shortestName || !beginnings.has(wanted.slice(0, shortestName))) continue;
    if (folded.includes(wanted)) found.add(wanted);
  }
  return [...found].toSorted((a, b) => b.length - a.length);
}
