import { readAddress } from '#shared/domain/address';
import { nameWithoutUnseen, withoutUnseen } from '#shared/domain/text';
import type { Profile } from '#shared/domain/session';
import { fail } from '#shared/fault';
import { profileOf } from './account-id';

/** Reads what the user typed to connect; throws `invalid` with a message. */
export function readAccount(typed: { address: string; userName: string; apiKey: string }): {
  profile: Profile;
  apiKey: string;
} {
  const read = readAddress(typed.address);
  if (!read.ok) fail({ kind: 'invalid', field: 'Service address', message: read.message });
  const userName = nameWithoutUnseen(typed.userName);
  if (!userName) {
    fail({ kind: 'invalid', field: 'User name', message: 'The user name is missing.' });
  }
  return { profile: profileOf(read.address, userName), apiKey: readKey(typed.apiKey) };
}

/** The same for a key only. */
export function readKey(typed: string): string {
  const key = withoutUnseen(typed);
  return key || fail({ kind: 'invalid', field: 'API key', message: 'The API key is missing.' });
}
