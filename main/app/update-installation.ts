import { nameOf, plain } from './update-messages';

/** Persists across restarts that a version was being installed. */
export interface InstallAttempt {
  /** The version and the one it replaces; null if none. */
  get(): { version: string; from: string } | null;
  set(attempt: { version: string; from: string } | null): void;
}

/** The installation of a verified release, which ends this process if it succeeds. */
export interface Installation {
  isRunning(): boolean;
  /** `install` ends this process later, or throws. */
  begin(version: string, install: () => void): void;
  /** Ignored if nothing is being installed. */
  failed(error: unknown): void;
  /**
   * The version that an earlier process was to install, if it still is this version that runs; null
   * otherwise. Forgets it.
   */
  takeAttempt(): string | null;
}

export function createInstallation(options: {
  version: string;
  attempt: InstallAttempt;
  log: (line: string) => void;
  onFailed: (version: string) => void;
}): Installation {
  const { attempt, log } = options;
  let installing: string | null = null;

  function failed(error: unknown): void {
    if (installing === null) return;
    const version = installing;
    installing = null;
    attempt.set(null);
    log(`updates: the installation failed: ${nameOf(error)}`);
    options.onFailed(version);
  }

  return {
    isRunning: () => installing !== null,
    begin: (version, install) => {
      log(`updates: installing ${version}`);
      installing = version;
      attempt.set({ version, from: options.version });
      try {
        install();
      } catch (error) {
        failed(error);
      }
    },
    failed,
    takeAttempt: () => {
      const last = attempt.get();
      if (!last) return null;
      attempt.set(null);
      if (last.from !== options.version) return null;
      log('updates: the version that was to be installed is not the one that runs');
      return plain(last.version);
    },
  };
}
