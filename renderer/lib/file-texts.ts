import { sizeText } from '#lib/format';
import type { Encoding, FileReadProgress } from '#shared/domain/submission';

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

/** Encodings of text files, with the languages that are written in them. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8 (all languages)',
  'utf-16le': 'UTF-16 (all languages)',
  'utf-16be': 'UTF-16 BE (all languages)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'windows-874': 'Windows-874 (Thai)',
  'iso-8859-2': 'ISO-8859-2 (Central European)',
  'iso-8859-5': 'ISO-8859-5 (Cyrillic)',
  'koi8-r': 'KOI8-R (Russian)',
  'koi8-u': 'KOI8-U (Ukrainian)',
  ibm850: 'DOS 850 (Western European)',
  ibm852: 'DOS 852 (Central European)',
  ibm866: 'DOS 866 (Cyrillic)',
  macintosh: 'Macintosh (Western European)',
  'x-mac-ce': 'Macintosh (Central European)',
  'x-mac-cyrillic': 'Macintosh (Cyrillic)',
  shift_jis: 'Shift_JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gb18030: 'GB18030 (Chinese, simplified)',
  big5: 'Big5 (Chinese, traditional)',
  'euc-kr': 'EUC-KR (Korean)',
};

/** The name of a file without its folder. */
export const fileName = (path: string): string => path.replace(/^.*[/\\]/, '');
