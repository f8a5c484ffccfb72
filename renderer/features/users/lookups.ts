import { useEffect, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import { foldText } from '#lib/find-text';
import { api } from '#lib/api';

export interface Choice {
  value: string;
  label: string;
}

/** A list of choices the service keeps. */
export interface Lookup {
  /** null until it has come, and where it does not come. */
  entries: Readonly<Record<string, string>> | null;
  fault: Fault | null;
}

function useLookup(read: () => Promise<Outcome<Record<string, string>>>): Lookup {
  const [lookup, setLookup] = useState<Lookup>({ entries: null, fault: null });
  useEffect(() => {
    let isWanted = true;
    void read().then((outcome) => {
      if (!isWanted) return;
      if (outcome.ok) setLookup({ entries: outcome.value, fault: null });
      else setLookup({ entries: null, fault: outcome.fault });
    });
    return () => {
      isWanted = false;
    };
  }, [read]);
  return lookup;
}

const readCountries = () => api.users.countries();
const readTimeZones = () => api.users.timeZones();

/** Two-letter codes and English names; kept by main, so asking again costs nothing. */
export const useCountries = () => useLookup(readCountries);
/** IANA names and descriptions. */
export const useTimeZones = () => useLookup(readTimeZones);

/**
 * What a picker offers, by name: every entry, and the present value as it came where it is none of
 * them.
 */
export function choicesOf(
  entries: Readonly<Record<string, string>>,
  present: string | null,
  label: (code: string, name: string) => string,
): Choice[] {
  const choices = Object.entries(entries)
    .map(([value, name]) => ({ value, label: label(value, name) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  if (present === null || present === '' || Object.hasOwn(entries, present)) return choices;
  return [{ value: present, label: `${present} (as the service sends it)` }, ...choices];
}

export const countryLabel = (code: string, name: string) => `${name} (${code})`;
export const timeZoneLabel = (code: string, name: string) =>
  name && name !== code ? `${code} – ${name}` : code;

/** Choices whose name or code holds every word; a code that is typed whole comes first. */
export function findChoices(choices: readonly Choice[], search: string): Choice[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const found = choices.filter(({ value, label }) => {
    const text = foldText(`${value} ${label}`);
    return words.every((word) => text.includes(word));
  });
  const whole = foldText(search.trim());
  return found.toSorted(
    (a, b) => Number(foldText(b.value) === whole) - Number(foldText(a.value) === whole),
  );
}
