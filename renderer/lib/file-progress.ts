import type { FileReadProgress } from '#shared/domain/submission';
import { sizeText } from '#lib/format';

/**
 * The progress of reading a file; a percentage only if it is known. `checking` is the text when all of
 * it was parsed, with its size: " of 43 MB".
 */
export function fileProgressText(
  { step, share, bytes }: FileReadProgress,
  checking: (ofSize: string) => string,
): string {
  const percent = share === null ? null : `${Math.floor(share * 100)} %`;
  const size = bytes === null ? '' : ` of ${sizeText(bytes)}`;
  if (step === 'reading') return percent === null ? 'Opening it' : `${percent}${size} read`;
  if (share === 1) return checking(size);
  return percent === null ? `Looking through all${size}` : `${percent}${size} looked through`;
}
