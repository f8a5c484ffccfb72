import { createHash } from 'node:crypto';
import { readAddress } from '#shared/domain/address';
import { nameWithoutUnseen, withoutUnseen } from '#shared/domain/text';
import { demoProfileId, type Profile } from '#shared/domain/session';
import { fail, type Fault } from '#shared/fault';
import { message } from '#shared/i18n/translate';

/**
 * The id of an account: a hash of its address and user name. It names the files of the account and its
 * entries in the keychain, so that another address has other files and no key.
 */
function idOf(address: string, userName: string): string {
  return createHash('sha256').update(`${address}\n${userName}`).digest('hex').slice(0, 16);
}

export function profileOf(address: string, userName: string): Profile {
  return { id: idOf(address, userName), address, userName, isDemo: false };
}

/** Whether the id of an account was made from the address and the user name that it has now. */
export function hasDerivedId({ id, address, userName }: Profile): boolean {
  return id === idOf(address, userName);
}

/**
 * Whether an id can be part of a file name: hexadecimal digits, or the demo. The list of accounts is a
 * file that other programs can change, so each id of it is checked.
 */
export function isUsableId(id: string): boolean {
  return id === demoProfileId || /^[\da-f]{1,64}$/.test(id);
}

/**
 * Why no key may be sent to the address of an account; null if it may. Checked at each use and not only
 * when the user enters it: the list of accounts is a file that other programs can change.
 */
export function addressFault({ address }: Profile): Fault | null {
  const reading = readAddress(address);
  if (!reading.ok) {
    return { kind: 'invalid', field: message('session.address'), message: reading.message };
  }
  // The request goes to the stored text, not to the reading of it.
  if (reading.address === address) return null;
  return {
    kind: 'invalid',
    field: message('session.address'),
    message: message('faults.main.storedAddress', { address }),
  };
}

/** Reads what the user typed to connect; throws `invalid` with a message. */
export function readAccount(typed: { address: string; userName: string; apiKey: string }): {
  profile: Profile;
  apiKey: string;
} {
  const read = readAddress(typed.address);
  if (!read.ok) fail({ kind: 'invalid', field: message('session.address'), message: read.message });
  const userName = nameWithoutUnseen(typed.userName);
  if (!userName) {
    fail({
      kind: 'invalid',
      field: message('session.userName'),
      message: message('faults.main.noUserName'),
    });
  }
  return { profile: profileOf(read.address, userName), apiKey: readKey(typed.apiKey) };
}

/** The same for a key only. */
export function readKey(typed: string): string {
  const key = withoutUnseen(typed);
  return (
    key ||
    fail({ kind: 'invalid', field: message('session.key'), message: message('faults.main.noKey') })
  );
}
