import { readAddress } from '#shared/domain/address';
import { texts } from './session-texts';

/** The hint of the address field while the user types. */
export interface AddressHint {
  says: string;
  /** Why it is not an address; shown when the field loses the focus. */
  refusal?: string;
}

const usual = texts.theAddressOfTheServices;

/** Parses the address as main does, and shows the result. */
export function addressHint(typed: string): AddressHint {
  const text = typed.trim();
  if (text === '') return { says: usual };
  const parsed = readAddress(text);
  if (!parsed.ok) return { says: usual, refusal: parsed.message };
  return { says: `✓ ${parsed.address}` };
}
