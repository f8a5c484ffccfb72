import type { ExpressionSpecification } from 'maplibre-gl';
import { tileCountries } from '#shared/places/tile-countries';

/** The text of a country's label in a language. */
export function countryName(locale: string): ExpressionSpecification {
  const english: ExpressionSpecification = ['get', 'name'];
  if (new Intl.Locale(locale).language === 'en') return english;
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const cases = tileCountries().flatMap(([code, inTiles]) => [inTiles, names.of(code)]);
  return ['match', english, ...cases, english] as unknown as ExpressionSpecification;
}
