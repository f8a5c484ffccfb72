import { useEffect, useState } from 'react';
import { isTimeZone } from '#shared/domain/calendar';
import { textKey } from '#shared/domain/text';
import { isSameZone, zoneNamed } from '#shared/domain/time-zone';
import type { Choice } from '#lib/find-text';
import { byText } from '#lib/in-order';
import { api } from '#lib/api';
import { countryLabel } from '#lib/field-values';
import type { Format } from '#lib/format';
import { useAnswer } from '#lib/use-answer';

/** Codes and names that the service provides; null while loading and after a failure. */
type Entries = Readonly<Record<string, string>> | null;

/** Two-letter codes and English names. Main caches them, so a repeated request is free. */
export const useCountries = () => useAnswer(() => api.users.countries(), []);
/** IANA names and descriptions. */
export const useTimeZones = () => useAnswer(() => api.users.timeZones(), []);

/**
 * The options of a picker, by name: every entry, and the current value if it is not one of them.
 */
export function choicesOf(
  entries: Readonly<Record<string, string>>,
  current: string | null,
  label: (code: string, name: string, format: Format) => string,
  format: Format,
): Choice[] {
  const choices = Object.entries(entries)
    .map(([value, name]) => ({ value, label: label(value, name, format) }))
    .toSorted((a, b) => byText(a.label, b.label));
  if (current === null || current === '' || Object.hasOwn(entries, current)) return choices;
  return [
    { value: current, label: format.t('users.editor.asSent', { value: current }) },
    ...choices,
  ];
}

/** A country as it is shown: with the name of its code, if the list has it, else as it was sent. */
export function shownCountry(sent: string, names: Entries, format: Format): string {
  const key = textKey(sent);
  const code = Object.keys(names ?? {}).find((each) => textKey(each) === key);
  return code === undefined ? sent : countryLabel(code, names![code]!, format);
}

/** The same for a zone, which the list may have under another of its names. */
export function shownTimeZone(sent: string, names: Entries, format: Format): string {
  const zone = zoneNamed(sent);
  const isSame = (each: string) => zone !== null && isTimeZone(each) && isSameZone(each, zone);
  const code = names && (sent in names ? sent : Object.keys(names).find(isSame));
  return code == null ? sent : labelled(sent, format.zoneName(code) ?? names![code]!);
}

const labelled = (code: string, name: string) =>
  name && name !== code ? `${code} – ${name}` : code;

/**
 * A zone with its name in the language, once `useZoneNames` has them; until then, but for the chosen one, as the service
 * describes it.
 */
export const timeZoneLabel =
  (hasNames: boolean, chosen: unknown) =>
  (code: string, name: string, format: Format): string =>
    labelled(code, ((hasNames || code === chosen) && format.zoneName(code)) || name);

/** Whether the names of all zones are known: they take as long as several frames, so an idle window makes them. */
export function useZoneNames(zones: Entries, { zoneName }: Format): boolean {
  const [known, setKnown] = useState<{ zones: Entries; zoneName: Format['zoneName'] } | null>(null);
  useEffect(() => {
    const left = Object.keys(zones ?? {});
    if (left.length === 0) return undefined;
    let next = requestIdleCallback(function make(deadline) {
      while (left.length > 0 && deadline.timeRemaining() > 2) zoneName(left.pop()!);
      if (left.length > 0) next = requestIdleCallback(make);
      else setKnown({ zones, zoneName });
    });
    return () => cancelIdleCallback(next);
  }, [zones, zoneName]);
  return known !== null && known.zones === zones && known.zoneName === zoneName;
}
