const key = 'waypost.news';

/** The version of Waypost whose news were read last on this computer; null: it was never started. */
export const newsSeen = {
  read: (): string | null => window.localStorage.getItem(key),
  write: (version: string): void => window.localStorage.setItem(key, version),
};
