import path from 'node:path';
import type { App } from './app';

const packageFile = path.resolve(import.meta.dirname, '..', '..', 'package.json');

/** What the tests use of keytar. */
interface Keytar {
  findCredentials(service: string): Promise<{ account: string; password: string }[]>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The entries of Waypost in the keychain of the test run. */
export function keychainEntries(app: App): Promise<{ account: string; password: string }[]> {
  return app.electron.evaluate((_electron, file) => {
    const { createRequire } = process.getBuiltinModule('module');
    return (createRequire(file)('keytar') as Keytar).findCredentials('Waypost');
  }, packageFile);
}

/** Removes an entry of Waypost; returns whether there was one. */
export function removeKeychainEntry(app: App, account: string): Promise<boolean> {
  const given = { file: packageFile, account };
  return app.electron.evaluate((_electron, { file, account: removed }) => {
    const { createRequire } = process.getBuiltinModule('module');
    return (createRequire(file)('keytar') as Keytar).deletePassword('Waypost', removed);
  }, given);
}
