import type { FileReadProgress } from '#shared/domain/submission';
import { sizeText } from '#lib/format';

/** What a file is checked for when all of it was parsed. */
export type Checking = 'rows' | 'points';

const checkingTexts: Record<Checking, { sized: (size: string) => string; plain: string }> = {
  rows: {
    sized: (size) => `All of ${size} looked through; checking its rows`,
    plain: 'All looked through; checking its rows',
  },
  points: {
    sized: (size) => `All of ${size} looked through; checking its points`,
    plain: 'All looked through; checking its points',
  },
};

/** The progress of reading a file; a percentage and a size only if they are known. */
export function fileProgressText(
  { step, share, bytes }: FileReadProgress,
  checking: Checking,
): string {
  const percent = share === null ? null : Math.floor(share * 100);
  const size = bytes === null ? null : sizeText(bytes);
  if (step === 'reading') {
    if (percent === null) return 'Opening it';
    return size === null ? `${percent} % read` : `${percent} % of ${size} read`;
  }
  if (share === 1) {
    return size === null ? checkingTexts[checking].plain : checkingTexts[checking].sized(size);
  }
  if (percent === null) {
    return size === null ? 'Looking through all' : `Looking through all of ${size}`;
  }
  return size === null ? `${percent} % looked through` : `${percent} % of ${size} looked through`;
}
