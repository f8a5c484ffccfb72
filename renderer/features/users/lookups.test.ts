import { expect, test } from 'vitest';
import { choicesOf, countryLabel, findChoices, timeZoneLabel } from './lookups';

const countries = { ES: 'Spain', EE: 'Estonia', CI: 'Côte d’Ivoire' };
const values = (choices: { value: string }[]) => choices.map(({ value }) => value);

test('countries come by name, found by name and by code, accents aside', () => {
  const choices = choicesOf(countries, 'ES', countryLabel);
  expect(values(choices)).toEqual(['CI', 'EE', 'ES']);
  expect(values(findChoices(choices, 'spa'))).toEqual(['ES']);
  expect(values(findChoices(choices, 'cote ci'))).toEqual(['CI']);
  // "es" is also in Estonia; the country with this code comes first.
  expect(values(findChoices(choices, 'es'))[0]).toBe('ES');
});

test('what came back and is no known code is offered as it is', () => {
  expect(choicesOf(countries, 'ESP', countryLabel)[0]).toEqual({
    value: 'ESP',
    label: 'ESP (as the service sends it)',
  });
  expect(choicesOf(countries, null, countryLabel)).toHaveLength(3);
});

test('zones are found by name and by description', () => {
  const zones = choicesOf(
    { 'Europe/Madrid': 'Central European Standard Time', UTC: 'UTC' },
    null,
    timeZoneLabel,
  );
  expect(zones.map(({ label }) => label)).toContain('UTC');
  expect(values(findChoices(zones, 'central europ'))).toEqual(['Europe/Madrid']);
  expect(values(findChoices(zones, 'madrid'))).toEqual(['Europe/Madrid']);
});
