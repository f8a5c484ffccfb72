/** An online map that can be used without a key. */
export interface MapProvider {
  id: string;
  name: string;
  /** The address of its MapLibre style. */
  style: string;
  /** Where its terms are. */
  terms: string;
  /** Whom the map names as its sources. */
  attribution: string;
  /**
   * Whether parts of the map may be stored on the disk. True only if its terms were read and allow it; the
   * headers of its server still say for how long.
   */
  mayStore: boolean;
}

const openFreeMap = {
  terms: 'openfreemap.org/tos',
  attribution: 'OpenFreeMap © OpenMapTiles © OpenStreetMap contributors',
  // No restrictions on how its maps are used, and all tiles are offered as a download.
  mayStore: true,
};

/** Online maps that allow use in any program, without a key and an account. */
export const mapProviders: readonly MapProvider[] = [
  {
    id: 'openfreemap-liberty',
    name: 'OpenFreeMap, streets',
    style: 'https://tiles.openfreemap.org/styles/liberty',
    ...openFreeMap,
  },
  {
    id: 'openfreemap-positron',
    name: 'OpenFreeMap, quiet',
    style: 'https://tiles.openfreemap.org/styles/positron',
    ...openFreeMap,
  },
  {
    id: 'openfreemap-dark',
    name: 'OpenFreeMap, dark',
    style: 'https://tiles.openfreemap.org/styles/dark',
    ...openFreeMap,
  },
  {
    id: 'versatiles-colorful',
    name: 'VersaTiles, streets',
    style: 'https://tiles.versatiles.org/assets/styles/colorful/style.json',
    terms: 'versatiles.org',
    attribution: 'VersaTiles © OpenStreetMap contributors',
    // Its terms for stored tiles are not known.
    mayStore: false,
  },
];

/** The provider of a style; null for another address. */
export const providerOf = (style: string): MapProvider | null =>
  mapProviders.find((provider) => provider.style === style) ?? null;

const storedOrigins = new Set(
  mapProviders.filter(({ mayStore }) => mayStore).map(({ style }) => new URL(style).origin),
);

/** Whether the terms of this server, as far as they are known, allow to store parts of its map. */
export const mayStore = (address: string): boolean =>
  URL.canParse(address) && storedOrigins.has(new URL(address).origin);
