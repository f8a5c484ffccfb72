import { readAddress } from '#shared/domain/address';

/** What the address field says while the person types. */
export interface AddressHint {
  says: string;
  /** Why it cannot be an address; shown once the field is left, not at each letter. */
  refusal?: string;
}

const usual = 'The address of the service’s interface (API); it begins with https.';

/** Reads the address as main will, and says what it understood. */
export function addressHint(typed: string): AddressHint {
  const text = typed.trim();
  if (text === '') return { says: usual };
  const reading = readAddress(text);
  if (!reading.ok) return { says: usual, refusal: reading.message };
  return { says: reading.address === text ? 'Understood.' : `Understood as ${reading.address}` };
}
