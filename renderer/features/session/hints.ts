import { readAddress } from '#shared/domain/address';
import { hasUnseen, keyDoubt } from '#shared/domain/text';
import { message, type Message, type PlainKey } from '#shared/i18n/translate';

/** The hint of the address field while the user types. */
interface AddressHint {
  says: Message;
  /** Why it is not an address; shown when the field loses the focus. */
  refusal?: Message;
}

/** Parses the address as main does, and shows the result. */
export function addressHint(typed: string): AddressHint {
  const text = typed.trim();
  const usual = message('session.address.help');
  if (text === '') return { says: usual };
  const parsed = readAddress(text);
  if (!parsed.ok) return { says: usual, refusal: parsed.message };
  return { says: message('session.address.readAs', { address: parsed.address }) };
}

/** What to look at in a pasted key; characters that nobody sees are removed without a word. */
export function keyHint(typed: string): PlainKey | undefined {
  const doubt = keyDoubt(typed);
  return doubt ? `session.key.doubt.${doubt}` : undefined;
}

export const passphraseHint = (typed: string): PlainKey | undefined =>
  hasUnseen(typed) ? 'session.passphrase.unseen' : undefined;
