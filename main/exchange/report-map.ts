import type { Translate } from '#shared/i18n/translate';
import type { TrackColumns } from '#shared/history/columns';
import { isAfterGap, routeRuns } from '#shared/history/track';
import type { StopPlace } from '#shared/history/stops';
import { mercatorX, mercatorY } from '#shared/domain/mercator';
import { escaped } from './map-formats';

/** The ground of a map of one day: what is shown, and the picture of it. */
export interface DayMap {
  /** The name of the picture; null: it could not be drawn. */
  picture: string | null;
  /** In Mercator units; `east` may exceed 1. */
  box: { west: number; north: number; east: number; south: number };
  /** CSS pixels. */
  width: number;
  height: number;
  /** The sources that the map requires to be named. */
  attribution: string;
}

type Point = readonly [x: number, y: number];
type Project = (latitude: number, longitude: number) => Point;

const routeColour = '#0b5cad';
const markColour = '#1b2129';

/** The route of a day and its numbered stops over the picture of the ground, as SVG. */
export function mapDrawing(
  map: DayMap,
  track: TrackColumns,
  places: readonly StopPlace[],
  name: string,
  t: Translate,
): string {
  const { picture, width, height } = map;
  const project = projection(map);
  const { solid, dashed, arrows } = routePaths(track, project);
  const line = (path: string, more: string) =>
    path &&
    `<path d="${path}" fill="none" stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
  return `<svg class="map" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(name)}">
<rect width="${width}" height="${height}" fill="#eef0f3"/>
${picture === null ? '' : `<image href="${picture}" width="${width}" height="${height}" preserveAspectRatio="none" decoding="sync"/>`}
${line(solid, 'stroke="#fff" stroke-width="6" stroke-opacity="0.9"')}
${line(solid, `stroke="${routeColour}" stroke-width="3"`)}
${line(dashed, `stroke="${routeColour}" stroke-width="2" stroke-dasharray="2 6"`)}
${arrows && `<path d="${arrows}" fill="#fff" stroke="${routeColour}" stroke-width="1.2"/>`}
${marksOf(places, project, t).map(markDrawing).join('\n')}
</svg>`;
}

/** Pixels of a place, on the copy of the world that is nearest to the middle. */
function projection({ box, width, height }: DayMap): Project {
  const middle = (box.west + box.east) / 2;
  const scaleX = width / (box.east - box.west);
  const scaleY = height / (box.south - box.north);
  return (latitude, longitude) => {
    const x = mercatorX(longitude);
    const turns = Math.round(middle - x);
    return [(x + turns - box.west) * scaleX, (mercatorY(latitude) - box.north) * scaleY];
  };
}

/** Points of a line nearer to each other than this are one, pixels. */
const apartPx = 0.7;
const arrowEveryPx = 90;
/** Arrows of several passes over a road are drawn once. */
const arrowCellPx = 44;

function routePaths(track: TrackColumns, project: Project) {
  const paths = { solid: '', dashed: '', arrows: '' };
  const taken = new Set<string>();
  for (const run of routeRuns(track)) {
    let last: Point | null = null;
    let isOpen = false;
    let sinceArrow = arrowEveryPx / 2;
    for (const row of run) {
      const point = project(track.latitude[row]!, track.longitude[row]!);
      if (!last) {
        last = point;
        continue;
      }
      const px = Math.hypot(point[0] - last[0], point[1] - last[1]);
      if (isAfterGap(track, row)) {
        paths.dashed += `M${text(last)}L${text(point)}`;
        isOpen = false;
      } else {
        if (px < apartPx) continue;
        paths.solid += `${isOpen ? '' : `M${text(last)}`}L${text(point)}`;
        isOpen = true;
        sinceArrow += px;
        const cell = point.map((each) => Math.round(each / arrowCellPx)).join();
        if (sinceArrow >= arrowEveryPx && px > 3 && !taken.has(cell)) {
          taken.add(cell);
          paths.arrows += arrow(last, point);
          sinceArrow = 0;
        }
      }
      last = point;
    }
  }
  return paths;
}

const text = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A triangle in the middle of a piece that points along it. */
function arrow(from: Point, to: Point): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const corner = (turn: number, px: number): Point => [
    (from[0] + to[0]) / 2 + px * Math.cos(angle + turn),
    (from[1] + to[1]) / 2 + px * Math.sin(angle + turn),
  ];
  return `M${text(corner(0, 6))}L${text(corner(2.4, 6))}L${text(corner(-2.4, 6))}Z`;
}

/** The sign of one or more places, with the numbers of their stops. */
interface Mark {
  x: number;
  y: number;
  numbers: number[];
  t: Translate;
}

const markHeight = 18;
const digitPx = 6.4;
const mostNumbers = 4;

/** "3", "1, 4, 7", "2, 5, 8 … 14 visits". */
function markText({ numbers, t }: Mark): string {
  if (numbers.length <= mostNumbers) return numbers.join(', ');
  const visits = t('exchange-files.report.visits', { count: numbers.length });
  return `${numbers.slice(0, mostNumbers - 1).join(', ')} … ${visits}`;
}

const markWidth = (mark: Mark) => Math.max(markHeight, markText(mark).length * digitPx + 8);

/** Places whose signs would cover each other have one sign. */
function marksOf(places: readonly StopPlace[], project: Project, t: Translate): Mark[] {
  const marks: Mark[] = [];
  for (const { latitude, longitude, stops } of places) {
    const [x, y] = project(latitude, longitude);
    let mark: Mark = { x, y, numbers: stops.map(({ number }) => number), t };
    for (;;) {
      const near = marks.findIndex((other) => covers(mark, other));
      if (near < 0) break;
      const [other] = marks.splice(near, 1) as [Mark];
      mark = { ...other, numbers: [...other.numbers, ...mark.numbers].toSorted((a, b) => a - b) };
    }
    marks.push(mark);
  }
  return marks;
}

const covers = (a: Mark, b: Mark) =>
  Math.abs(a.y - b.y) < markHeight && Math.abs(a.x - b.x) < (markWidth(a) + markWidth(b)) / 2;

function markDrawing(mark: Mark): string {
  const [width, height] = [markWidth(mark), markHeight];
  const { x, y } = mark;
  return `<rect x="${(x - width / 2).toFixed(1)}" y="${(y - height / 2).toFixed(1)}" width="${width.toFixed(1)}" height="${height}" rx="${height / 2}" fill="${markColour}" stroke="#fff" stroke-width="1.5"/><text x="${x.toFixed(1)}" y="${(y + 3.8).toFixed(1)}" text-anchor="middle" class="mark">${escaped(markText(mark))}</text>`;
}
