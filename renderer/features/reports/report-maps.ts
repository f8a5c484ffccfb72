import { plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Outcome } from '#shared/fault';
import type { TrackColumns } from '#shared/history/columns';
import { routeRuns } from '#shared/history/track';
import type { ReportMap } from '#shared/ipc/history';
import { boundsOf, mercatorX, mercatorY, type MercatorBounds } from '#shared/domain/mercator';
import { bundledStyle, MapUnavailableError, StillMap } from '#engines/map';
import { tracks } from '#engines/tracks';
import { currentStyle, pngOf } from '#features/map';

/** The size of a map on paper, CSS pixels. */
const size = { width: 720, height: 420 };

interface MapsOf {
  deviceIds: readonly string[];
  days: readonly string[];
  timeZone: string;
  /** Ends the drawing. */
  signal: AbortSignal;
  /** With how many days of devices are done. */
  onDrawn: (days: number) => void;
}

/** The ground of each day of each device that has a position; paper is always light. null: it was ended. */
export async function drawReportMaps(of: MapsOf): Promise<Outcome<ReportMap[] | null>> {
  const { deviceIds, days, timeZone, signal } = of;
  const maps: ReportMap[] = [];
  let done = 0;
  const still = openStill({
    ...size,
    style: currentStyle('light'),
    fallback: bundledStyle('light'),
  });
  try {
    for (const deviceId of deviceIds) {
      for (const day of days) {
        const range = {
          from: startOfDayInZone(day, timeZone),
          to: startOfDayInZone(plusDays(day, 1), timeZone) - 1,
        };
        const track = await tracks.load(deviceId, range);
        if (!track.ok) return track;
        const box = boxOf(track.value.columns);
        if (signal.aborted) return { ok: true, value: null };
        if (box) maps.push({ deviceId, day, ...size, ...(await groundOf(still, box)) });
        done += 1;
        of.onDrawn(done);
      }
    }
  } finally {
    still?.remove();
  }
  return { ok: true, value: signal.aborted ? null : maps };
}

/** null: the graphics driver draws no map, so the route is drawn on an empty ground. */
function openStill(options: ConstructorParameters<typeof StillMap>[0]): StillMap | null {
  try {
    return new StillMap(options);
  } catch (error) {
    if (error instanceof MapUnavailableError) return null;
    throw error;
  }
}

function boxOf(columns: TrackColumns): MercatorBounds | null {
  const rows = routeRuns(columns).flat();
  const xs = Float64Array.from(rows, (row) => mercatorX(columns.longitude[row]!));
  const ys = Float64Array.from(rows, (row) => mercatorY(columns.latitude[row]!));
  return boundsOf(xs, ys, xs.keys());
}

async function groundOf(
  still: StillMap | null,
  box: MercatorBounds,
): Promise<Pick<ReportMap, 'png' | 'box' | 'attribution'>> {
  if (!still) return { png: null, box: inShape(box), attribution: '' };
  const drawn = await still.draw(box);
  return {
    png: await pngOf(drawn.canvas),
    box: drawn.box,
    attribution: drawn.attribution
      .map(({ text }) => text)
      .join('')
      .trim()
      .slice(0, 2_000),
  };
}

/** The least width of an empty ground: about 600 m at the equator. */
const leastWidth = 1.5e-5;

/** A box of the shape of the map around this one, with a margin. */
function inShape({ west, north, east, south }: MercatorBounds): MercatorBounds {
  const shape = size.width / size.height;
  const width = Math.max(leastWidth, 1.15 * Math.max(east - west, (south - north) * shape));
  const [x, y] = [(west + east) / 2, (north + south) / 2];
  const height = width / shape;
  return { west: x - width / 2, east: x + width / 2, north: y - height / 2, south: y + height / 2 };
}
