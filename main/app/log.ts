import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

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

/** Masks tokens (JWT), bearer headers and long runs of key-like characters. */
export function mask(line: string): string {
  return line
    .slice(0, longestLine)
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/Bearer\s+\S+/gi, 'Bearer <token>')
    .replaceAll(/\b(?=\w*\d)(?=\w*[A-Za-z])\w{24,}\b/g, '<masked>');
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
