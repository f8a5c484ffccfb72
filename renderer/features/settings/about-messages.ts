/** What the settings say about the app. */
export const aboutMessages = {
  version: (version: string) => `Waypost ${version}.`,
  keys: (keychain: string) => `Keys are stored in the system’s ${keychain}.`,
  folder: 'Folder of the encrypted offline copy and of these settings:',
};
