import type { MeasureName, TrackColumns } from '#shared/history/columns';
import { convertSpeed, metresPer, type SpeedUnit, type Units } from '#shared/domain/units';
import { dayInZone, startOfDayInZone } from '#shared/domain/calendar';
import type { Range } from '#shared/domain/history';
import type { Format } from '#lib/format';

/** A value over time: a field of the record or a numeric attribute. */
export interface Measure {
  /** `m:` and the field, or `a:` and the attribute's name. */
  key: string;
  label: string;
  unit: string;
  isPercentage?: boolean;
}

type Charted = Exclude<MeasureName, 'course'>;

/** In the order of the charts. */
const charted: readonly Charted[] = [
  'speed',
  'battery',
  'fuel',
  'fuel2',
  'temperature',
  'temperature2',
  'rpm',
  'mileageKm',
  'inactiveSeconds',
];

function unitOf(name: Charted, { t, units, unitName }: Format): string {
  switch (name) {
    case 'speed':
      return unitName(units.speed);
    case 'temperature':
    case 'temperature2':
      return '°C';
    case 'rpm':
      return t('history.unit.rpm');
    case 'mileageKm':
      return unitName(units.distance);
    case 'inactiveSeconds':
      return t('history.unit.seconds');
    case 'battery':
    case 'fuel':
    case 'fuel2':
      return '%';
  }
}

const percentages: readonly Charted[] = ['battery', 'fuel', 'fuel2'];

const fieldMeasure = (name: Charted, format: Format): Measure => ({
  key: `m:${name}`,
  label: format.t(`history.measure.${name}`),
  unit: unitOf(name, format),
  isPercentage: percentages.includes(name),
});

/** The measures shown by default, if a track has them. */
export const defaultMeasures: readonly string[] = ['m:battery', 'm:fuel', 'm:temperature'];

export const speedMeasure = (format: Format): Measure => fieldMeasure('speed', format);

/** All measures of the tracks, in a fixed order. */
export function measuresOf(tracks: readonly TrackColumns[], format: Format): Measure[] {
  const fields = charted
    .filter((name) => tracks.some((track) => track.measures[name]))
    .map((name) => fieldMeasure(name, format));
  const attributes = [...new Set(tracks.flatMap((track) => Object.keys(track.attributes)))]
    .toSorted()
    .map((name) => ({ key: `a:${name}`, label: name, unit: '' }));
  return [...fields, ...attributes];
}

/** The factor that converts values of a measure to the unit on screen. */
export function factorOf(key: string, serviceUnit: SpeedUnit, units: Units): number {
  if (key === 'm:mileageKm') return metresPer.km / metresPer[units.distance];
  return key === 'm:speed' ? convertSpeed(1, serviceUnit, units.speed) : 1;
}

const niceSteps = [1, 2, 3, 4, 5, 6, 8, 10];

/**
 * The upper end of the colour scale for values times `factor`: the 98th percentile of a sample,
 * rounded up to a round number.
 */
export function upperEnd(columns: readonly (Float32Array | null)[], factor = 1): number {
  const sample: number[] = [];
  for (const column of columns) {
    if (!column) continue;
    const step = Math.max(1, Math.floor(column.length / 4000));
    for (let i = 0; i < column.length; i += step) {
      const value = column[i]!;
      if (!Number.isNaN(value)) sample.push(value * factor);
    }
  }
  if (sample.length === 0) return 1;
  const sorted = sample.toSorted((a, b) => a - b);
  const high = sorted[Math.floor((sorted.length - 1) * 0.98)]!;
  if (high <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(high));
  return size * (niceSteps.find((step) => step * size >= high - 1e-9) ?? 10);
}

const secondMs = 1000;
const dayMs = 86_400_000;

/** Formats the ticks of a time axis: a date where a day begins, seconds only where needed. */
export function tickText({
  timeZone,
  language: { locale },
}: Format): (splits: readonly number[], stepMs: number) => string[] {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const day = formatOf({ day: 'numeric', month: 'short' });
  const month = formatOf({ month: 'short', year: 'numeric' });
  const minutes = formatOf({ hour: '2-digit', minute: '2-digit' });
  const seconds = formatOf({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return (splits, stepMs) =>
    splits.map((at) => {
      if (stepMs >= 28 * dayMs) return month.format(at);
      if (stepMs >= dayMs) return day.format(at);
      if (startOfDayInZone(dayInZone(at, timeZone), timeZone) === at) return day.format(at);
      return (stepMs < 60 * secondMs ? seconds : minutes).format(at);
    });
}

/** A view around a moment, `factor` times as wide; null once it is as wide as the whole range. */
export function zoomed(view: Range, whole: Range, factor: number, around: number): Range | null {
  const width = Math.max(10 * secondMs, (view.to - view.from) * factor);
  if (width >= whole.to - whole.from) return null;
  const share = (around - view.from) / (view.to - view.from);
  const from = Math.min(Math.max(whole.from, around - width * share), whole.to - width);
  return { from, to: from + width };
}
