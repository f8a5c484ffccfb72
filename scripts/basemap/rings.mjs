// Lines and polygons across the antimeridian and around the pole. Natural Earth's TopoJSON is stitched in
// part only. Some rings step from 179.9° to -179.9° and, drawn as they are, would streak across the map.
// Other land is cut in two at 180°, and a coast drawn around each half would cross Chukotka. So every line
// is made continuous (190° rather than -170°) and the halves are joined; geojson-vt wraps coordinates
// beyond ±180° to the other edge.

/** The same line with continuous longitudes, which can go beyond ±180°. */
export function unwrapLine(line) {
  let offset = 0;
  let last = line[0][0];
  return line.map(([longitude, latitude]) => {
    if (longitude - last > 180) offset -= 360;
    else if (longitude - last < -180) offset += 360;
    last = longitude;
    return [longitude + offset, latitude];
  });
}

/** Twice the signed area in square degrees. */
export function doubleArea(ring) {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1];
  }
  return sum;
}

function extent(ring) {
  let west = Infinity;
  let east = -Infinity;
  for (const [longitude] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return { west, east };
}

function middle(ring) {
  const { west, east } = extent(ring);
  return (west + east) / 2;
}

/** A ring around the pole has no inside on a flat map, so it is closed along the lower edge of the map. */
function closeAroundSouthPole(ring) {
  const open = ring.slice(0, -1).map(([longitude, latitude]) => {
    const normalised = ((((longitude + 180) % 360) + 360) % 360) - 180;
    return [normalised, latitude];
  });
  const start = open.reduce((best, point, i) => (point[0] < open[best][0] ? i : best), 0);
  const [first, ...rest] = [...open.slice(start), ...open.slice(0, start)];
  const isWestward = rest[0][0] > 0;
  const around = [first, ...(isWestward ? rest.reverse() : rest)];
  const edge = (around[0][1] + around.at(-1)[1]) / 2;
  return [[-180, -90], [-180, edge], ...around, [180, edge], [180, -90], [-180, -90]];
}

/** A polygon as continuous rings, with holes inside their outline. `polar`: it surrounds the pole. */
export function unwrapPolygon(rings) {
  const [outline, ...holes] = rings.map(unwrapLine);
  const polar = Math.abs(outline[0][0] - outline.at(-1)[0]) > 180;
  if (polar) return { polar, rings: [closeAroundSouthPole(outline)] };
  const centre = middle(outline);
  const shiftedHoles = holes.map((hole) => {
    const shift = Math.round((centre - middle(hole)) / 360) * 360;
    return hole.map(([longitude, latitude]) => [longitude + shift, latitude]);
  });
  const offset = Math.round(centre / 360) * 360;
  return {
    polar,
    rings: [outline, ...shiftedHoles].map((ring) => ring.map(([x, y]) => [x - offset, y])),
  };
}

const onAntimeridian = ([longitude]) => Math.abs(Math.abs(longitude % 360) - 180) < 0.001;
/** The grid of the source rounds the two sides of a cut differently. */
const sameLatitude = (a, b) => Math.abs(a[1] - b[1]) < 0.01;

/** The coast of a half, from the end of the cut around to its start. Null for rings without a cut. */
function coastOfHalf(ring) {
  const open = ring.slice(0, -1);
  const start = open.findIndex((p, i) => onAntimeridian(p) && !onAntimeridian(open.at(i - 1)));
  if (start < 0) return null;
  const around = [...open.slice(start), ...open.slice(0, start)];
  const end = around.findIndex((p) => !onAntimeridian(p)) - 1;
  if (end < 1) return null;
  return [...around.slice(end), around[0]];
}

/** Joins the polygons that the source cuts in two along 180°. Throws if a half has no counterpart. */
export function joinHalves(polygons) {
  const joined = [];
  const unmatched = [];
  for (const polygon of polygons) {
    const coast = polygon.polar ? null : coastOfHalf(polygon.rings[0]);
    if (!coast) {
      joined.push(polygon);
      continue;
    }
    const other = unmatched.findIndex(
      (half) =>
        sameLatitude(half.coast[0], coast.at(-1)) && sameLatitude(half.coast.at(-1), coast[0]),
    );
    if (other < 0) {
      unmatched.push({ coast, holes: polygon.rings.slice(1) });
      continue;
    }
    const [half] = unmatched.splice(other, 1);
    const offset = Math.round((half.coast[0][0] - coast[0][0]) / 360) * 360;
    const shift = (line) => line.map(([longitude, latitude]) => [longitude + offset, latitude]);
    const outline = [...half.coast, ...shift(coast).slice(1, -1), half.coast[0]];
    const holes = [...half.holes, ...polygon.rings.slice(1).map(shift)];
    joined.push({ polar: false, rings: [outline, ...holes] });
  }
  if (unmatched.length > 0)
    throw new Error(`${unmatched.length} pieces of land are cut at 180° and have no other half`);
  return joined;
}

/**
 * Rounds the corners of a line that was drawn for a smaller scale, with Chaikin's algorithm: two points
 * replace each corner, a quarter of the edge before and after it.
 */
export function roundCorners(line, times = 2) {
  if (times === 0 || line.length < 3) return line;
  const [first, last] = [line[0], line.at(-1)];
  const isRing = first[0] === last[0] && first[1] === last[1];
  const between = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const cut = [];
  for (let i = 1; i < line.length; i++) {
    cut.push(between(line[i - 1], line[i], 0.25), between(line[i - 1], line[i], 0.75));
  }
  const rounded = isRing ? [...cut, cut[0]] : [first, ...cut.slice(1, -1), last];
  return roundCorners(rounded, times - 1);
}

/** The polygons of a Polygon or MultiPolygon geometry, or of a collection of them. */
export function polygonsOf(geometry) {
  if (geometry.type === 'FeatureCollection')
    return geometry.features.flatMap((f) => polygonsOf(f.geometry));
  if (geometry.type === 'Feature') return polygonsOf(geometry.geometry);
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(polygonsOf);
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

export function linesOf(geometry) {
  if (geometry.type === 'FeatureCollection')
    return geometry.features.flatMap((f) => linesOf(f.geometry));
  if (geometry.type === 'Feature') return linesOf(geometry.geometry);
  return geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
}

/** Position on the Mercator square, 0 to 1 from the north-west corner. */
export function toMercator([longitude, latitude]) {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return [longitude / 360 + 0.5, Math.min(1, Math.max(0, y))];
}

export function fromMercator([x, y]) {
  const latitude = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;
  return [(x - 0.5) * 360, latitude];
}
