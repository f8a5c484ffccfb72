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
