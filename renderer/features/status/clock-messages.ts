const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A smaller difference is not worth a message: clocks without a time server drift. */
const worthMentioningMs = 2 * minute;

/** Whether the user is told that their clock is wrong. */
export function isClockWrong(offsetMs: number | null): boolean {
  return offsetMs !== null && Math.abs(offsetMs) > worthMentioningMs;
}

/** The clock of this computer compared with that of the service. */
export function clockText(offsetMs: number): string {
  const length = lengthText(Math.abs(offsetMs));
  return offsetMs < 0
    ? `The clock of this computer is ${length} ahead of the service.`
    : `The clock of this computer is ${length} behind the service.`;
}

/** The same for the status line. */
export function clockStatusText(offsetMs: number): string {
  const length = lengthText(Math.abs(offsetMs));
  return offsetMs < 0
    ? `this computer’s clock is ${length} ahead of the service`
    : `this computer’s clock is ${length} behind the service`;
}

function lengthText(ms: number): string {
  const [unit, size] =
    ms >= 2 * day
      ? ['day', day]
      : ms >= 2 * hour
        ? ['hour', hour]
        : ms >= minute
          ? ['minute', minute]
          : ['second', 1_000];
  const format = new Intl.NumberFormat('en', {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'hour' || unit === 'day' ? 1 : 0,
  });
  return format.format(ms / Number(size));
}
