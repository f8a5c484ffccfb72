import { displayLocale } from '#shared/display-locale';

const secondMs = 1000;
const dayMs = 86_400_000;

/** Formats the ticks of a time axis: a date where a day begins, seconds only where needed. */
export function tickText(zone: string): (splits: readonly number[], stepMs: number) => string[] {
  const day = new Intl.DateTimeFormat(displayLocale, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
  });
  const year = new Intl.DateTimeFormat(displayLocale, {
    timeZone: zone,
    month: 'short',
    year: 'numeric',
  });
  const clock = (seconds: boolean) =>
    new Intl.DateTimeFormat(displayLocale, {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      second: seconds ? '2-digit' : undefined,
      hourCycle: 'h23',
    });
  const minutes = clock(false);
  const seconds = clock(true);
  return (splits, stepMs) =>
    splits.map((at) => {
      if (stepMs >= 28 * dayMs) return year.format(at);
      if (stepMs >= dayMs) return day.format(at);
      const text = (stepMs < 60 * secondMs ? seconds : minutes).format(at);
      return text === '00:00' || text === '00:00:00' ? day.format(at) : text;
    });
}

/** A view around a moment, `factor` times as wide; null once it is as wide as the whole range. */
export function zoomed(
  view: { from: number; to: number },
  whole: { from: number; to: number },
  factor: number,
  around: number,
): { from: number; to: number } | null {
  const least = 10 * secondMs;
  const width = Math.max(least, (view.to - view.from) * factor);
  if (width >= whole.to - whole.from) return null;
  const share = (around - view.from) / (view.to - view.from);
  const from = Math.min(Math.max(whole.from, around - width * share), whole.to - width);
  return { from, to: from + width };
}
