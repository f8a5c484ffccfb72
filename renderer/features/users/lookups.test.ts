import { expect, test } from 'vitest';
import { findChoices } from '#lib/find-text';
import { format, formatIn, languageOf } from '../../../test/support/english';
import { countryLabel } from '#lib/field-values';
import { choicesOf, shownCountry, shownTimeZone, timeZoneLabel } from './lookups';

const countries = { ES: 'Spain', EE: 'Estonia', CI: 'Côte d’Ivoire' };
const values = (choices: { value: string }[]) => choices.map(({ value }) => value);

test('lists countries by name and finds them by name and code, ignoring accents', () => {
  const choices = choicesOf(countries, 'ES', countryLabel, format);
  expect(values(choices)).toEqual(['CI', 'EE', 'ES']);
  expect(values(findChoices(choices, 'spa'))).toEqual(['ES']);
  expect(values(findChoices(choices, 'cote ci'))).toEqual(['CI']);
  // "es" is also in Estonia; the country with this code comes first.
  expect(values(findChoices(choices, 'es'))[0]).toBe('ES');
});

test('countries are named in the language of the user, others as the service names them', () => {
  const german = formatIn(languageOf({ language: 'de' }));
  const choices = choicesOf({ ...countries, XX: 'Elsewhere' }, null, countryLabel, german);
  expect(choices.map(({ label }) => label)).toEqual([
    'Côte d’Ivoire (CI)',
    'Elsewhere (XX)',
    'Estland (EE)',
    'Spanien (ES)',
  ]);
});

test('offers the current value as it is if it is not a known code', () => {
  expect(choicesOf(countries, 'ESP', countryLabel, format)[0]).toEqual({
    value: 'ESP',
    label: 'ESP (as sent by the service)',
  });
  expect(choicesOf(countries, null, countryLabel, format)).toHaveLength(3);
});

test('finds time zones by name and description', () => {
  const zones = choicesOf(
    { 'Europe/Madrid': 'Central European Standard Time', UTC: 'UTC' },
    null,
    timeZoneLabel(true, null),
    format,
  );
  expect(zones.map(({ label }) => label)).toContain('UTC');
  expect(values(findChoices(zones, 'central europ'))).toEqual(['Europe/Madrid']);
  expect(values(findChoices(zones, 'madrid'))).toEqual(['Europe/Madrid']);
});

test('names zones in the language, once the names are known, and the chosen one at once', () => {
  const german = formatIn(languageOf({ language: 'de' }));
  const label = (hasNames: boolean, zone = 'Europe/Madrid', chosen?: string) =>
    timeZoneLabel(hasNames, chosen)(zone, 'Central European Standard Time', german);
  expect(label(false)).toBe('Europe/Madrid – Central European Standard Time');
  expect(label(true)).toMatch(/^Europe\/Madrid – Mitteleuropäische/);
  expect(label(false, 'Europe/Madrid', 'Europe/Madrid')).toBe(label(true));
  expect(shownTimeZone('Europe/Madrid', { 'Europe/Madrid': 'CET' }, german)).toBe(label(true));
  expect(label(true, 'Mars/Base')).toBe('Mars/Base – Central European Standard Time');
});

test('shows a country and a zone by name, also under another name of the zone, else as they were sent', () => {
  expect(shownCountry('es', countries, format)).toBe('Spain (ES)');
  expect(shownCountry('ESP', countries, format)).toBe('ESP');
  expect(shownCountry('ES', null, format)).toBe('ES');
  const zones = { 'Asia/Calcutta': 'India Standard Time', UTC: 'UTC', 'Mars/Base': 'Mars' };
  expect(shownTimeZone('Asia/Kolkata', zones, format)).toBe('Asia/Kolkata – India Standard Time');
  expect(shownTimeZone('Asia/Calcutta', zones, format)).toBe('Asia/Calcutta – India Standard Time');
  expect(shownTimeZone('Mars/Base', zones, format)).toBe('Mars/Base – Mars');
  expect(shownTimeZone('Mars/City', zones, format)).toBe('Mars/City');
  expect(shownTimeZone('Europe/Paris', null, format)).toBe('Europe/Paris');
});
