import { message, type Message } from './translate';

/** Whole messages, one after the other; undefined if there is none. */
export function sentences(all: readonly (Message | null | undefined)[]): Message | undefined {
  const messages = all.filter((each) => each !== null && each !== undefined);
  return messages.length === 0
    ? undefined
    : messages.reduce((first, second) => message('common.sentences', { first, second }));
}
