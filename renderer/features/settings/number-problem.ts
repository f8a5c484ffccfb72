export interface NumberBounds {
  min: number;
  max: number;
  /** Digits after the point. */
  decimals: number;
}

/** Why a typed number is invalid, as a message; null if it is valid. */
export function numberProblem(typed: string | number, bounds: NumberBounds): string | null {
  const { min, max, decimals } = bounds;
  const text = String(typed).trim();
  const value = text === '' ? Number.NaN : Number(text);
  const range = `from ${min} to ${max}`;
  if (!Number.isFinite(value)) return `Type a number ${range}.`;
  if (value < min || value > max) return `It must be ${range}.`;
  if (Number(value.toFixed(decimals)) === value) return null;
  return decimals === 0
    ? 'Only whole numbers are valid here.'
    : `At most ${decimals} ${decimals === 1 ? 'digit' : 'digits'} after the point.`;
}
