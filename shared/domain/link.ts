/** `state`: all devices in it; `alerts`: those of a device; `page`: a page by the name in its address. */
export const linkKinds = ['device', 'group', 'user', 'view', 'state', 'alerts', 'page'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** What a `waypost://` link shows. Links never change anything. */
export interface Link {
  kind: LinkKind;
  id: string;
  /** Of `alerts`, from a notification: what the device raised with its report of this time. */
  at?: number | undefined;
}

const longest = 2048;
const longestId = 512;

/** Control characters and bidirectional marks could disguise an id. */
const isPlainId = (id: string) =>
  !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(id) && id.trim() !== '' && id.length <= longestId;

/** Parses `waypost://KIND/ID`; null for anything else. */
export function readLink(text: string): Link | null {
  if (text.length > longest) return null;
  const match = /^waypost:\/\/([a-z]+)\/([^/?#\\]+)$/i.exec(text);
  const kind = linkKinds.find((each) => each === match?.[1]!.toLowerCase());
  if (!match || !kind) return null;
  try {
    const id = decodeURIComponent(match[2]!);
    return isPlainId(id) ? { kind, id } : null;
  } catch {
    return null;
  }
}

/** The link that shows something; null if no link can name it. */
export function linkTo(kind: LinkKind, id: string): string | null {
  if (!isPlainId(id)) return null;
  const link = `waypost://${kind}/${encodeURIComponent(id)}`;
  return readLink(link)?.id === id ? link : null;
}
