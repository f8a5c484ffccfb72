import { deviceOfLink } from '#shared/domain/device';

/** A `waypost://` link can only show a device. Links never change anything. */
export interface DeepLink {
  device: string;
}

/** Parses `waypost://device/ID`; null for anything else. */
export function readDeepLink(text: string): DeepLink | null {
  const device = deviceOfLink(text);
  return device === null ? null : { device };
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
