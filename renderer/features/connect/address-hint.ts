import { readAddress } from '#shared/domain/address';

/** What the address field says while the person types. */
export interface AddressHint {
  says: string;
  /** Why it cannot be an address; shown once the field is left, not at each letter. */
  refusal?: string;
}

/** Reads the address as main will, and says what it understood. */
export function addressHint(typed: string): AddressHint {
  const text = typed.trim();
  if (text === '') return { says: 'Of the service’s interface, with https.' };
  const reading = readAddress(text);
  if (!reading.ok)
    return { says: 'Of the service’s interface, with https.', refusal: reading.message };
  return { says: reading.address === text ? 'Understood.' : `Understood as ${reading.address}` };
}
