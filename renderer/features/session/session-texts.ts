/** The fixed texts of this feature; those with values are in the modules of messages. */
export const texts = {
  disconnectAndForget: 'Disconnect and forget…',
  disconnect: 'Disconnect',
  replaceKey: 'Replace key…',
  settings: 'Settings',
  refreshNow: 'Refresh now',
  connect: 'Connect',
  showWhatIsTyped: 'Show what is typed',
  apiKey: 'API key',
  userName: 'User name',
  serviceAddress: 'Service address',
  theDemoIsAService:
    'The demo is a service inside Waypost with invented vehicles. Nothing leaves this computer.',
  useTheDemoFleet: 'Use the demo fleet',
  whereYourFleetIsAnd: 'Where your fleet is, and how recent that position is.',
  waypost: 'Waypost',
  deleteKeyAndOfflineCopy: 'Delete key and offline copy',
  keep: 'Keep',
  aKeyOrAnOffline:
    'A key or an offline copy of these accounts is stored on this computer. Opening another account replaces the one on screen; unsaved changes stay with their account.',
  noKeyAndNoOffline: 'No key and no offline copy of any account is stored on this computer.',
  accounts: 'Accounts',
  deleteItsKeyAndIts: 'Delete its key and its offline copy from this computer',
  open: 'Open',
  onScreen: 'On screen',
  accountsOnThisComputer: 'Accounts on this computer',
  keepTheCopy: 'Keep the copy',
  passphrase: 'Passphrase',
  noKeychainTheOfflineCopy: 'No keychain: the offline copy lasts for this session only',
  useThisKey: 'Use this key',
  theNewKeyIsChecked:
    'The new key is checked with the service first; the old key stays until the service accepts the new one.',
  replaceTheKeyOfThis: 'Replace the key of this account',
  theKeychainDidNotTake:
    'The keychain did not take the key, so it stays in memory for this session only. Unlock the keychain and store it, or you will be asked for it at the next start.',
  storeTheKey: 'Store the key',
  theKeyIsNotIn: 'The key is not in the keychain',
  theOfflineCopyIsProtected:
    'The offline copy is protected by your passphrase; you will be asked for the key at the next start.',
  noKeychainTheKeyIs: 'No keychain: the key is stored for this session only',
  anotherAccount: 'Another account',
  itWasSetHereBecause:
    'It was set here because this computer has no keychain. It is not stored anywhere.',
  theOfflineCopyIsLocked: 'The offline copy is locked',
  account: 'Account:',
} as const;
