import { originalText } from '#lib/known-text';
import { messages } from './fleet-messages';

/** A value that a field mapping read from another member (a JSON Pointer) of the answer. */
export const mappedText = (text: string, from: string) =>
  messages.valueFrom(text, from.replace(/^\//, ''));

/** A list or map of which some members were not understood. */
export const partlyText = (text: string, unread: readonly unknown[]) =>
  messages.valueNotUnderstood(text, unread.map(originalText).join(', '));
