import type { Range } from '#shared/domain/history';
import type { TrackColumns } from '#shared/history/columns';
import { emptyTrack } from '#shared/history/track';
import { dayMs } from './ranges';

/**
 * The days of a delivery van, oldest first, with about `fixes` noisy fixes in total: it drives two
 * thirds of the time. For benchmarks.
 */
export function* syntheticDays(
  start: number,
  days: number,
  fixes: number,
  random: () => number,
): Generator<{ range: Range; records: TrackColumns }> {
  for (let day = 0; day < days; day++) {
    const from = start + day * dayMs;
    const records = syntheticDay(from, Math.ceil(fixes / days), random);
    yield { range: { from, to: from + dayMs }, records };
  }
}

function syntheticDay(from: number, fixes: number, random: () => number): TrackColumns {
  const column = () => new Float32Array(fixes);
  const speed = column();
  const course = column();
  const temperature = column();
  const fuel = column();
  const rpm = column();
  const mileageKm = column();
  const track: TrackColumns = {
    ...emptyTrack(),
    count: fixes,
    at: new Float64Array(fixes),
    latitude: new Float64Array(fixes),
    longitude: new Float64Array(fixes),
    measures: { speed, course, battery: column().fill(80), fuel, temperature, rpm, mileageKm },
    attributes: { Satellites: column().fill(9), HDOP: column().fill(1.2), Voltage: column() },
    flags: new Uint8Array(fixes),
  };
  const stepMs = Math.floor(dayMs / fixes);
  let [latitude, longitude, heading, metres] = [40.4, -3.7, random() * 6.28, 0];
  for (let i = 0; i < fixes; i++) {
    const isDriving = i % 150 < 100;
    if (isDriving) {
      heading += (random() - 0.5) * 0.6;
      const step = (12 * stepMs) / 1_000;
      latitude += (Math.cos(heading) * step) / 111_195;
      longitude += (Math.sin(heading) * step) / 84_500;
      metres += step;
    }
    track.at[i] = from + i * stepMs;
    track.latitude[i] = latitude + (random() - 0.5) * 1e-4;
    track.longitude[i] = longitude + (random() - 0.5) * 1e-4;
    speed[i] = isDriving ? 12 + (random() - 0.5) * 6 : 0;
    course[i] = ((heading * 180) / Math.PI + 3_600) % 360;
    fuel[i] = 90 - (i / fixes) * 40;
    temperature[i] = -18 + Math.sin(i / 60) * 1.5;
    rpm[i] = isDriving ? 1800 + random() * 200 : 0;
    mileageKm[i] = metres / 1_000;
    track.attributes['Voltage']![i] = isDriving ? 13.9 : 12.4;
  }
  return track;
}
