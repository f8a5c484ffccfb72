import type { LicenceDay } from '#shared/domain/expiry-forecast';

/** The size and the margins of the chart, in pixels. */
export interface ChartFrame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface ChartShape {
  /** The stepped line. */
  line: string;
  /** The area between the line and zero. */
  area: string;
  /** Y of zero. */
  zero: number;
  ticks: { value: number; y: number }[];
  xOf: (index: number) => number;
  yOf: (value: number) => number;
}

/** The charted value: free licences if the total is known, otherwise licences in use. */
export const chartValue = ({ free, used }: LicenceDay): number => free ?? used;

/** A stepped line, because a value applies to its whole day. */
export function chartShape(days: readonly LicenceDay[], frame: ChartFrame): ChartShape {
  const values = days.map(chartValue);
  const ticks = niceTicks(Math.min(0, ...values), Math.max(1, ...values));
  const low = ticks[0]!;
  const high = ticks.at(-1)!;
  const width = frame.width - frame.left - frame.right;
  const height = frame.height - frame.top - frame.bottom;
  const xOf = (index: number) => round(frame.left + (index / days.length) * width);
  const yOf = (value: number) =>
    round(frame.top + height - ((value - low) / (high - low)) * height);
  const steps = values.map(
    (value, index) => `${index === 0 ? 'M' : 'L'}${xOf(index)} ${yOf(value)}H${xOf(index + 1)}`,
  );
  const line = steps.join('');
  return {
    line,
    area: `${line}V${yOf(0)}H${xOf(0)}Z`,
    zero: yOf(0),
    ticks: ticks.map((value) => ({ value, y: yOf(value) })),
    xOf,
    yOf,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Three to six round whole numbers that span `low` to `high`. */
export function niceTicks(low: number, high: number): number[] {
  const raw = Math.max(1, (high - low) / 4);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw)!;
  const whole = Math.max(1, Math.ceil(step));
  const from = Math.floor(low / whole) * whole;
  const to = Math.ceil(high / whole) * whole;
  const ticks: number[] = [];
  for (let value = from; value <= to; value += whole) ticks.push(value);
  return ticks;
}
