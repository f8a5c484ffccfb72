/** A track of this many points, ten seconds apart, recorded an hour ago. */
export function gpxOfAnHourAgo(points: number): string {
  const begin = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
  const all = Array.from({ length: points }, (_, i) => {
    const time = new Date(begin + i * 10_000).toISOString();
    return `<trkpt lat="${45.76 + i * 0.001}" lon="4.84"><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1"><trk><name>Ride</name><trkseg>${all.join('')}</trkseg></trk></gpx>`;
}
