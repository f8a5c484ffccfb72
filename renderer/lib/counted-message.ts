import type { Format } from './format';

/** One whole message for one, and one for every other number; `{n}` is the number. */
export interface CountedMessage {
  one: string;
  many: string;
}

/** The message for a number; `values` by the names in it. */
export function countedMessage(
  message: CountedMessage,
  n: number,
  { count }: Pick<Format, 'count'>,
  values: Readonly<Record<string, string>> = {},
): string {
  const all: Readonly<Record<string, string>> = { ...values, n: count(n) };
  const text = n === 1 ? message.one : message.many;
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => all[name] ?? found);
}
