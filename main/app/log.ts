import path from 'node:path';
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { maskSecrets } from '#main/api/request';

const largestBytes = 1_000_000;

/**
 * The app's log. Callers pass no account data; as a second safeguard, text that looks like a token or
 * a key is masked.
 */
export function openLog(folder: string, now: () => number): (line: string) => void {
  const file = path.join(folder, 'waypost.log');
  return (line) => {
    try {
      mkdirSync(folder, { recursive: true });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes) {
        renameSync(file, `${file}.old`);
      }
      appendFileSync(file, `${new Date(now()).toISOString()} ${mask(line)}\n`);
    } catch {
      // Logging must never make the logged operation fail.
    }
  };
}

/** No line of the log is longer. */
const longestLine = 4_000;
/** What `endOfLog` returns. */
const mostLines = 500;

/** The line without what looks like a secret. */
export const mask = (line: string): string => maskSecrets(line.slice(0, longestLine));

/** The end of the log, with the newest lines. */
export function endOfLog(folder: string): string {
  const lines = ['waypost.log.old', 'waypost.log'].flatMap((name) => {
    try {
      return readFileSync(path.join(folder, name), 'utf8').split('\n');
    } catch {
      return [];
    }
  });
  return lines
    .filter((line) => line !== '')
    .slice(-mostLines)
    .map((line) => `${mask(line)}\n`)
    .join('');
}

/**
 * The loggable part of a renderer error: its kind and the reference the user was shown. The rest of
 * the message may contain account data.
 */
export function errorInShort(message: string): string {
  const kind = /\b[A-Z]\w*(?:Error|Exception|Violation)\b/.exec(message)?.[0] ?? 'error';
  const reference = /\(([0-9a-f]{8})\)/.exec(message)?.[1];
  return reference ? `${kind}, reference ${reference}` : kind;
}
