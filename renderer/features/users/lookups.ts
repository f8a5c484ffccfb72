import { useEffect, useState } from 'react';
import { isTimeZone } from '#shared/domain/calendar';
import { textKey } from '#shared/domain/text';
import { isSameZone, zoneNamed } from '#shared/domain/time-zone';
import type { Fault, Outcome } from '#shared/fault';
import type { Choice } from '#lib/find-text';
import { byText } from '#lib/in-order';
import { api } from '#lib/api';
import { messages } from './user-messages';

/** A list of choices that the service provides. */
export interface Lookup {
  /** null while loading and after a failure. */
  entries: Readonly<Record<string, string>> | null;
  fault: Fault | null;
}

function useLookup(read: () => Promise<Outcome<Record<string, string>>>): Lookup {
  const [lookup, setLookup] = useState<Lookup>({ entries: null, fault: null });
  useEffect(() => {
    let isCurrent = true;
    void read().then((outcome) => {
      if (!isCurrent) return;
      if (outcome.ok) setLookup({ entries: outcome.value, fault: null });
      else setLookup({ entries: null, fault: outcome.fault });
    });
    return () => {
      isCurrent = false;
    };
  }, [read]);
  return lookup;
}

const readCountries = () => api.users.countries();
const readTimeZones = () => api.users.timeZones();

/** Two-letter codes and English names. Main caches them, so a repeated request is free. */
export const useCountries = () => useLookup(readCountries);
/** IANA names and descriptions. */
export const useTimeZones = () => useLookup(readTimeZones);

/**
 * The options of a picker, by name: every entry, and the current value if it is not one of them.
 */
export function choicesOf(
  entries: Readonly<Record<string, string>>,
  current: string | null,
  label: (code: string, name: string) => string,
): Choice[] {
  const choices = Object.entries(entries)
    .map(([value, name]) => ({ value, label: label(value, name) }))
    .toSorted((a, b) => byText(a.label, b.label));
  if (current === null || current === '' || Object.hasOwn(entries, current)) return choices;
  return [{ value: current, label: messages.asSentByTheService(current) }, ...choices];
}

/** A country as it is shown: with the name of its code, if the list has it, else as it was sent. */
export function shownCountry(sent: string, names: Lookup['entries']): string {
  const key = textKey(sent);
  const code = Object.keys(names ?? {}).find((each) => textKey(each) === key);
  return code === undefined ? sent : countryLabel(code, names![code]!);
}

/** The same for a zone, which the list may have under another of its names. */
export function shownTimeZone(sent: string, names: Lookup['entries']): string {
  const zone = zoneNamed(sent);
  const isSame = (each: string) => zone !== null && isTimeZone(each) && isSameZone(each, zone);
  const code = names && (sent in names ? sent : Object.keys(names).find(isSame));
  return code == null ? sent : timeZoneLabel(sent, names![code]!);
}

export const countryLabel = (code: string, name: string) => `${name} (${code})`;
export const timeZoneLabel = (code: string, name: string) =>
  name && name !== code ? `${code} – ${name}` : code;
