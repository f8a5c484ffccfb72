/** A `waypost://` link can only show a device. Links never change anything. */
export interface DeepLink {
  device: string;
}

const longest = 2048;
const longestId = 512;

/** Parses `waypost://device/ID`; null for anything else. */
export function readDeepLink(text: string): DeepLink | null {
  if (text.length > longest) return null;
  const match = /^waypost:\/\/device\/([^/?#\\]+)$/i.exec(text);
  if (!match) return null;
  let device: string;
  try {
    device = decodeURIComponent(match[1]!);
  } catch {
    return null;
  }
  // Control characters and bidirectional marks could disguise an id.
  const isPlain = !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(device);
  return isPlain && device.trim() !== '' && device.length <= longestId ? { device } : null;
}

/** The link among the command-line arguments; null if there are several, because no system passes two. */
export function linkAmong(args: readonly string[]): DeepLink | null {
  const links = args.filter((argument) => /^waypost:/i.test(argument));
  return links.length === 1 ? readDeepLink(links[0]!) : null;
}

/** Stores the latest link until a window takes it. */
export function createLinks(onCame: () => void): {
  came(link: DeepLink | null): void;
  take(): DeepLink | null;
} {
  let waiting: DeepLink | null = null;
  return {
    came: (link) => {
      if (!link) return;
      waiting = link;
      onCame();
    },
    take: () => {
      const link = waiting;
      waiting = null;
      return link;
    },
  };
}
