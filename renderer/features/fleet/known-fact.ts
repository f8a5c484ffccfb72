import { originalText } from '#lib/known-text';

/** A value that a field mapping read from another member (a JSON Pointer) of the answer. */
export const mappedText = (text: string, from: string) =>
  `${text} (from ${from.replace(/^\//, '')})`;

/** A list or map of which some members were not understood. */
export const partlyText = (text: string, unread: readonly unknown[]) =>
  `${text} (not understood: ${unread.map(originalText).join(', ')})`;
