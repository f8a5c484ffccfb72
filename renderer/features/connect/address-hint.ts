/** What the address field says while the person types. */
export interface AddressHint {
  says?: string;
  refusal?: string;
}

export function addressHint(_typed: string): AddressHint {
  return { says: 'The address of the service’s interface, with https.' };
}
