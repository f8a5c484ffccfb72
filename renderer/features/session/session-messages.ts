/** The texts with values of this feature. */
export const messages = {
  isNeeded: (what: string) => `${what} is needed.`,
  userAt: (userName: string, address: string) => `${userName} at ${address}`,
  open: (label: string) => `Open ${label}`,
  forget: (label: string) => `Forget ${label}`,
  passphraseHint: (characters: number) =>
    `Use ${characters} characters or more. Four words that have nothing to do with each other are strong.`,
  passphraseTooShort: (characters: number) => `At least ${characters} characters.`,
};
