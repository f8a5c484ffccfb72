const texts: [RegExp, string][] = [
  [/^(?:<!--[^]*?-->|\s)*<(?:!doctype html|html|head|body)/i, 'a web page'],
  [/^\s*<(?:\?xml|[a-z]+[\s>])/i, 'an XML text'],
  [/^\s*[[{]/, 'a JSON text'],
];

const signatures: [string, string][] = [
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['\u001f\u008b', 'a gzip archive'],
  ['7z\u00bc\u00af', 'a 7-Zip archive'],
  ['%PDF', 'a PDF document'],
  ['II*\u0000', 'a TIFF picture'],
  ['MM\u0000*', 'a TIFF picture'],
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['SQLite format 3\u0000', 'an SQLite database'],
];

/** What bytes look like from their start, for a message; unknown ones are named by their first bytes. */
export function looksLike(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 512));
  if (start.length === 0) return 'empty';
  const latin = start.toString('latin1');
  const signature = signatures.find(([mark]) => latin.startsWith(mark));
  if (signature) return signature[1];
  const text = start.toString('utf8').replace(/^\ufeff/, '');
  const known = texts.find(([form]) => form.test(text));
  if (known) return known[1];
  // The last character may be cut.
  if (!/[\p{Cc}\ufffd]/u.test(text.replaceAll(/[\t\r\n]/g, '').slice(0, -1))) return 'a text';
  if (start.every((byte) => byte === 0)) return 'zeros';
  return `bytes ${start
    .subarray(0, 8)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/(..)(?=.)/g, '$1 ')}`;
}
