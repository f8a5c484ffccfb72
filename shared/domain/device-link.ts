/** A `waypost://` link can only show a device. Links never change anything. */
const longest = 2048;
const longestId = 512;

/** Control characters and bidirectional marks could disguise an id. */
const isPlainId = (id: string) =>
  !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(id) && id.trim() !== '' && id.length <= longestId;

/** Parses `waypost://device/ID`; null for anything else. */
export function deviceOfLink(text: string): string | null {
  if (text.length > longest) return null;
  const match = /^waypost:\/\/device\/([^/?#\\]+)$/i.exec(text);
  if (!match) return null;
  try {
    const id = decodeURIComponent(match[1]!);
    return isPlainId(id) ? id : null;
  } catch {
    return null;
  }
}

/** The link that shows a device; null if no link can name it. */
export function linkOfDevice(id: string): string | null {
  if (!isPlainId(id)) return null;
  const link = `waypost://device/${encodeURIComponent(id)}`;
  return deviceOfLink(link) === id ? link : null;
}
