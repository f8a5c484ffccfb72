// Natural Earth's TopoJSON is half stitched across the antimeridian: a ring may step from 179.9° to
// -179.9°, and drawn as it is, streaks across the whole map; other land is still cut in two there, and a
// coast drawn around each half would cross Chukotka. Here every line is made continuous (190° rather than
// -170°) and the halves are joined; geojson-vt wraps what lies beyond ±180° onto the other edge.

/** The same line with longitudes that never jump by more than half a turn. */
export function unwrapLine(line) {
  let turn = 0;
  let last = line[0][0];
  return line.map(([longitude, latitude]) => {
    if (longitude - last > 180) turn -= 360;
    else if (longitude - last < -180) turn += 360;
    last = longitude;
    return [longitude + turn, latitude];
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

/** A ring once around the pole has no inside on a flat map: it is closed along the map's lower edge. */
function closeAroundSouthPole(ring) {
  const open = ring.slice(0, -1).map(([longitude, latitude]) => {
    const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
    return [turned, latitude];
  });
  const start = open.reduce((best, point, i) => (point[0] < open[best][0] ? i : best), 0);
  const [first, ...rest] = [...open.slice(start), ...open.slice(0, start)];
  const westward = rest[0][0] > 0;
  const around = [first, ...(westward ? rest.reverse() : rest)];
  const edge = (around[0][1] + around.at(-1)[1]) / 2;
  return [[-180, -90], [-180, edge], ...around, [180, edge], [180, -90], [-180, -90]];
}

/** A polygon as continuous rings, its holes beside its outline; `polar` when it surrounds the pole. */
export function unwrapPolygon(rings) {
  const [outline, ...holes] = rings.map(unwrapLine);
  const polar = Math.abs(outline[0][0] - outline.at(-1)[0]) > 180;
  if (polar) return { polar, rings: [closeAroundSouthPole(outline)] };
  const centre = middle(outline);
  const beside = holes.map((hole) => {
    const shift = Math.round((centre - middle(hole)) / 360) * 360;
    return hole.map(([longitude, latitude]) => [longitude + shift, latitude]);
  });
  const turn = Math.round(centre / 360) * 360;
  return {
    polar,
    rings: [outline, ...beside].map((ring) => ring.map(([x, y]) => [x - turn, y])),
  };
}

const onAntimeridian = ([longitude]) => Math.abs(Math.abs(longitude % 360) - 180) < 0.001;
/** The two sides of a cut were rounded apart by the source's grid. */
const sameLatitude = (a, b) => Math.abs(a[1] - b[1]) < 0.01;

/** The coast of a half: from where the cut ends around to where it begins. Null for uncut rings. */
function coastOfHalf(ring) {
  const open = ring.slice(0, -1);
  const start = open.findIndex((p, i) => onAntimeridian(p) && !onAntimeridian(open.at(i - 1)));
  if (start < 0) return null;
  const around = [...open.slice(start), ...open.slice(0, start)];
  const end = around.findIndex((p) => !onAntimeridian(p)) - 1;
  if (end < 1) return null;
  return [...around.slice(end), around[0]];
}

/** Joins the polygons that the source cut in two along 180°. */
export function joinHalves(polygons) {
  const whole = [];
  const waiting = [];
  for (const polygon of polygons) {
    const coast = polygon.polar ? null : coastOfHalf(polygon.rings[0]);
    if (!coast) {
      whole.push(polygon);
      continue;
    }
    const other = waiting.findIndex(
      (half) =>
        sameLatitude(half.coast[0], coast.at(-1)) && sameLatitude(half.coast.at(-1), coast[0]),
    );
    if (other < 0) {
      waiting.push({ coast, holes: polygon.rings.slice(1) });
      continue;
    }
    const [half] = waiting.splice(other, 1);
    const turn = Math.round((half.coast[0][0] - coast[0][0]) / 360) * 360;
    const beside = (line) => line.map(([longitude, latitude]) => [longitude + turn, latitude]);
    const outline = [...half.coast, ...beside(coast).slice(1, -1), half.coast[0]];
    const holes = [...half.holes, ...polygon.rings.slice(1).map(beside)];
    whole.push({ polar: false, rings: [outline, ...holes] });
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} pieces of land end at 180° alone`);
  return whole;
}

/**
 * Rounds the corners of a line that was drawn for a smaller scale (Chaikin's way: each corner gives way
 * to two points, a quarter of the edge before and behind it).
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

/** Position on the Mercator square, 0…1 from the north-west corner. */
export function toMercator([longitude, latitude]) {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return [longitude / 360 + 0.5, Math.min(1, Math.max(0, y))];
}

export function fromMercator([x, y]) {
  const latitude = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;
  return [(x - 0.5) * 360, latitude];
}
