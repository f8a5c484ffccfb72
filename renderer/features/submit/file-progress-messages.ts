import type { FileReadProgress } from '#shared/domain/submission';
import { sizeText } from '#lib/format';

/** The progress of reading a file; a percentage only if it is known. */
export function progressText({ step, share, bytes }: FileReadProgress): string {
  const percent = share === null ? null : `${Math.floor(share * 100)} %`;
  const size = bytes === null ? '' : ` of ${sizeText(bytes)}`;
  if (step === 'reading') return percent === null ? 'Opening it' : `${percent}${size} read`;
  if (share === 1) return `All${size} looked through; checking its points`;
  return percent === null ? `Looking through all${size}` : `${percent}${size} looked through`;
}
