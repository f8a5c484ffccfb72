import { isTimeZone } from '#shared/domain/calendar';
import { fold, textKey } from '#shared/domain/text';
import { isSameZone, zoneNamed } from '#shared/domain/time-zone';

/** The code that a text means; null: none, or more than one. */
export interface NamedList {
  find(text: string): string | null;
  /** Codes whose name is this text, if there are several. */
  several(text: string): readonly string[];
}

/** Languages in which people write the names of countries, beside that of the service. */
const languages =
  'en es pt fr de it nl ca pl cs sk hu ro hr sl sr bg el tr ru uk da sv nb fi et lv lt ar he fa hi th vi id ja ko zh';

/** Countries of the service by code, by its names, and by those of common languages. */
export function countryList(countries: Readonly<Record<string, string>>): NamedList {
  // Made when a name is not found: most files have codes or the names of the service.
  return namedList(countries, () =>
    languages.split(' ').flatMap((language) =>
      (['long', 'short'] as const).flatMap((style) => {
        const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
        return Object.keys(countries).flatMap((code): [string, string][] => {
          const name = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined;
          return name ? [[name, code]] : [];
        });
      }),
    ),
  );
}

/** Zones of the service by name and description, and by the other names of a zone: old, new and of Windows. */
export function zoneList(timeZones: Readonly<Record<string, string>>): NamedList {
  const listed = namedList(timeZones);
  const find = (text: string) => {
    const zone = zoneNamed(text);
    const isMeant = (code: string) => zone !== null && isTimeZone(code) && isSameZone(zone, code);
    return Object.keys(timeZones).find(isMeant) ?? null;
  };
  return {
    ...listed,
    find: (text) => listed.find(text) ?? (listed.several(text).length > 0 ? null : find(text)),
  };
}

/** Codes by themselves and by their names; accents need not be written. `more`: further names of codes. */
export function namedList(
  list: Readonly<Record<string, string>>,
  more: () => [name: string, code: string][] = () => [],
): NamedList {
  const byCode = new Map(Object.keys(list).map((code) => [textKey(code), code]));
  const names = Object.entries(list).map(([code, name]): [string, string] => [name, code]);
  const byKey = codesBy(names, textKey);
  const byFold = codesBy(names, fold);
  let others: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const only = (codes: ReadonlySet<string> | undefined) =>
    codes?.size === 1 ? [...codes][0]! : null;

  return {
    find: (text) => {
      const key = textKey(text);
      const found = byCode.get(key) ?? only(byKey.get(key)) ?? only(byFold.get(fold(key)));
      if (found !== null) return found;
      if (byKey.has(key)) return null;
      others ??= codesBy(more(), fold);
      return only(others.get(fold(key)));
    },
    several: (text) => {
      const codes = [...(byKey.get(textKey(text)) ?? [])];
      return codes.length > 1 ? codes : [];
    },
  };
}

function codesBy(
  names: readonly [name: string, code: string][],
  form: (text: string) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [name, code] of names) {
    const key = form(textKey(name));
    const same = found.get(key);
    if (same) same.add(code);
    else found.set(key, new Set([code]));
  }
  return found;
}
