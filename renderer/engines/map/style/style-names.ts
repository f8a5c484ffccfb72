import type { ColourScheme } from '#lib/device-state-look';

/** The vector source of the bundled map; its layers are written by scripts/basemap/tiles.mjs. */
export const baseMapSource = 'base-map';
/** A GeoJSON source that is empty in the style; `graticuleLines` provides its data. */
export const graticuleSource = 'graticule';
export const graticuleNameLayer = 'graticule-name';
/** Insert a layer before this one to draw it above the ground but below every name. */
export const lowestLabelLayer = 'town-dot';

/** Names of the bundled font faces, for `text-font`. */
export const mapFont = {
  regular: 'Noto Sans Regular',
  semiBold: 'Noto Sans SemiBold',
  italic: 'Noto Sans Italic',
} as const;

/** The colours of the base map in one theme: quiet and of low saturation, so that devices stand out. */
export interface MapPalette {
  water: string;
  /** Where the coast is no longer exact. */
  waterNear: string;
  land: string;
  coast: string;
  river: string;
  border: string;
  disputed: string;
  province: string;
  graticule: string;
  town: string;
  smallTown: string;
  townDot: string;
  country: string;
  sea: string;
  /** Around labels on land. */
  halo: string;
}

export const mapPalettes: Record<ColourScheme, MapPalette> = {
  light: {
    water: '#ccdbe4',
    waterNear: '#e0e7ea',
    land: '#f4f3ef',
    coast: '#a3bac8',
    river: '#bed2de',
    border: '#a8a39b',
    disputed: '#b0aaa1',
    province: '#d5d1c9',
    graticule: '#7f8c96',
    town: '#41474e',
    smallTown: '#5c6269',
    townDot: '#8b8e91',
    country: '#73706b',
    sea: '#6a8799',
    halo: '#f8f7f4',
  },
  dark: {
    water: '#10161d',
    waterNear: '#1a2129',
    land: '#222a33',
    coast: '#3b4854',
    river: '#17202a',
    border: '#56626f',
    disputed: '#56626f',
    province: '#333e49',
    graticule: '#8796a5',
    town: '#bdc6d0',
    smallTown: '#929ca7',
    townDot: '#76828f',
    country: '#8995a2',
    sea: '#5f7589',
    halo: '#1a212a',
  },
};
