import { messages } from './settings-messages';

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
  if (!Number.isFinite(value)) return messages.typeANumber(min, max);
  if (value < min || value > max) return messages.mustBeBetween(min, max);
  if (Number(value.toFixed(decimals)) === value) return null;
  return messages.digitsAfterThePoint(decimals);
}
