import { hasUnseen, keyDoubt } from '#shared/domain/text';

const keyDoubts = {
  quotes: 'There are quotation marks around the key. Remove them unless they belong to it.',
  word: 'A word stands before the key. Remove it unless it belongs to the key.',
  space: 'There is a space in the key. Remove it unless it belongs there.',
  letter: 'The key has a letter or sign that is not on an English keyboard. Check it.',
};

/** What to look at in a pasted key; characters that nobody sees are removed without a word. */
export function keyHint(typed: string): string | undefined {
  const doubt = keyDoubt(typed);
  return doubt ? keyDoubts[doubt] : undefined;
}

export const passphraseHint = (typed: string): string | undefined =>
  hasUnseen(typed)
    ? 'There is an invisible character in the passphrase. It counts like any other.'
    : undefined;

/** Texts for connecting while the demo is open. */
export const ownAccountMessages = {
  title: 'Connect your account',
  demoStays: 'The demo stays open until the service accepts the key.',
  lost: (changes: number, jobs: number) =>
    changes > 0 || jobs > 0
      ? 'Connecting closes the demo: its unsaved changes and unfinished jobs are lost.'
      : null,
};

/** Where the key is stored; null: the name of the keychain is not known yet. */
export const keyPlaceText = (keychain: string | null): string =>
  keychain === null
    ? 'Stored in the system’s keychain, never in a file. Without a keychain, it stays in memory for this session only.'
    : `Stored in the system’s ${keychain}, never in a file. Without a keychain, it stays in memory for this session only.`;

/** The account on the page that asks for the passphrase. */
export const accountAt = (userName: string, address: string): string => `${userName} at ${address}`;
