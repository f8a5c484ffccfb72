/** What is only in memory because there is no keychain. */
export const memoryMessages = {
  keyToo: 'The key too is stored in memory only; you will be asked for it at the next start.',
  passphrase:
    'With a passphrase the copy can be stored encrypted and opened again. Waypost does not store the passphrase: a forgotten one cannot be recovered.',
};
