export const computerTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function platformName(): 'aix' | 'darwin' | 'linux' | 'win32' | 'other' {
  const { platform } = process;
  return platform === 'darwin' || platform === 'linux' || platform === 'win32' ? platform : 'other';
}

export function keychainName(): string {
  if (process.platform === 'darwin') return 'Keychain';
  if (process.platform === 'win32') return 'Windows Credential Manager';
  return 'keyring (Secret Service)';
}
