/** The vector source of the bundled map; its layers are written by scripts/basemap/tiles.mjs. */
export const baseMapSource = 'base-map';
/** A GeoJSON source that is empty in the style; `graticuleLines` provides its data. */
export const graticuleSource = 'graticule';

/** Layer ids of the base map, lowest first. */
export const baseLayer = {
  water: 'water',
  land: 'land',
  province: 'province',
  river: 'river',
  smallLake: 'small-lake',
  lake: 'lake',
  smallLakeshore: 'small-lakeshore',
  lakeshore: 'lakeshore',
  coast: 'coast',
  graticule: 'graticule',
  border: 'border',
  disputed: 'border-disputed',
  townDot: 'town-dot',
  graticuleName: 'graticule-name',
  townNear: 'town-name-near',
  town: 'town-name',
  sea: 'sea-name',
  country: 'country-name',
  capital: 'capital-name',
} as const;

/** Insert a layer before this one to draw it above the ground but below every name. */
export const lowestLabelLayer = baseLayer.townDot;

/** Names of the bundled font faces, for `text-font`. */
export const mapFont = {
  regular: 'Noto Sans Regular',
  semiBold: 'Noto Sans SemiBold',
  italic: 'Noto Sans Italic',
} as const;
