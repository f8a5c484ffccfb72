import type { Keychain } from './keychain';

export function memoryKeychain(): Keychain {
  const secrets = new Map<string, string>();
  return {
    get: (account) => Promise.resolve(secrets.get(account) ?? null),
    set: (account, secret) => {
      secrets.set(account, secret);
      return Promise.resolve();
    },
    remove: (account) => {
      secrets.delete(account);
      return Promise.resolve();
    },
  };
}
