import { readLink, type Link } from '#shared/domain/link';

/** The link among the command-line arguments; null if there are several, because no system passes two. */
export function linkAmong(args: readonly string[]): Link | null {
  const links = args.filter((argument) => /^waypost:/i.test(argument));
  return links.length === 1 ? readLink(links[0]!) : null;
}

/** Stores the latest link until a window takes it. */
export function createLinks(onCame: () => void): {
  came(link: Link | null): void;
  take(): Link | null;
} {
  let waiting: Link | null = null;
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

/**
 * True if the app has to register `waypost://` itself: on Windows, where the installer does not. The
 * portable program leaves no trace on a computer, and an unpacked one is for development.
 */
export function registersScheme(
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
  isPackaged: boolean,
): boolean {
  return isPackaged && platform === 'win32' && env['PORTABLE_EXECUTABLE_DIR'] === undefined;
}
