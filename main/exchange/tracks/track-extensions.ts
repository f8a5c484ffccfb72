/** Extensions of track files; some programs write `json` and `txt`. */
export const trackExtensions = ['gpx', 'kml', 'geojson', 'json', 'csv', 'txt'];
