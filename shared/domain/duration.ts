/** Seconds as text with two units: "2 h 5 min". */
export function duration(seconds: number): string {
  const s = Math.floor(seconds);
  if (s < 60) return `${s} s`;
  const [units, per] = s < 3600 ? (['min', 's'] as const) : (['h', 'min'] as const);
  const size = s < 3600 ? 60 : 3600;
  if (s >= 86_400) return two(s, 86_400, 'd', 3600, 'h');
  return two(s, size, units, size / 60, per);
}

/** Seconds as text without seconds: "42 min", "1 h 05", "2 d 3 h". */
export function shortDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return '< 1 min';
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= 1440) return two(minutes, 1440, 'd', 60, 'h');
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

function two(s: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((s % big) / small);
  const first = `${Math.floor(s / big)} ${bigName}`;
  return rest > 0 ? `${first} ${rest} ${smallName}` : first;
}
