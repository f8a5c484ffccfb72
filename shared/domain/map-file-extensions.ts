/** The types of files that contain maps, by their extensions. */
export const mapFileExtensions = ['pmtiles', 'mbtiles'];
