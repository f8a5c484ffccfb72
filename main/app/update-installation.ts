import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { type ReportStoredFile, readStored, writeStored } from '../files/stored-files';
import { nameOf, plain } from './updates';

/** Persists across restarts that a version was being installed. */
export interface InstallAttempt {
  /** The version and the one it replaces; null if none. */
  get(): { version: string; from: string } | null;
  set(attempt: { version: string; from: string } | null): void;
}

/** The installation of a verified release, which ends this process if it succeeds. */
export function createInstallation(options: {
  version: string;
  attempt: InstallAttempt;
  log: (line: string) => void;
  onFailed: (version: string) => void;
}) {
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
    isRunning: (): boolean => installing !== null,
    /** `install` ends this process later, or throws. */
    begin: (version: string, install: () => void): void => {
      log(`updates: installing ${version}`);
      installing = version;
      attempt.set({ version, from: options.version });
      try {
        install();
      } catch (error) {
        failed(error);
      }
    },
    /** Ignored if nothing is being installed. */
    failed,
    /**
     * The version that an earlier process was to install, if it still is this version that runs; null
     * otherwise. Forgets it.
     */
    takeAttempt: (): string | null => {
      const last = attempt.get();
      if (!last) return null;
      attempt.set(null);
      if (last.from !== options.version) return null;
      log('updates: the version that was to be installed is not the one that runs');
      return plain(last.version);
    },
  };
}

const schema = z.object({ version: z.string().max(100), from: z.string().max(100) }).nullable();

/** Stored in a JSON file in the profile. */
export function openInstallAttempt(
  file: string,
  report: ReportStoredFile = () => {},
): InstallAttempt {
  return {
    get: () => readStored(file, 'updates', schema, report),
    // A missing report of a failed installation must not prevent the update.
    set: (attempt) => writeStored(file, 'updates', JSON.stringify(attempt), report),
  };
}

/**
 * What root runs: a copy that only root can write is verified, and the command gets that. The file itself
 * lies in a folder of the user and could be exchanged while the system asks for the password.
 * Arguments: the file, its sha512 in hex, the name of the copy, and the command.
 */
const script = `set -eu
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cp -- "$1" "$folder/$3"
cd -- "$folder"
echo "$2  $3" | sha512sum --check --status
shift 3
"$@"`;

/** A package in a folder of the user, and the sum that the signed listing has for it. */
export interface VerifiedPackage {
  file: string;
  sha512: string;
}

/**
 * The arguments of /bin/sh for a command of a package manager, in which `named` is the package. A changed
 * package fails the command.
 */
export function verifiedCommand(
  { file, sha512 }: VerifiedPackage,
  command: readonly string[],
  named: string,
): string[] {
  const copy = `package${path.extname(file)}`;
  const sum = Buffer.from(sha512, 'base64').toString('hex');
  const own = command.map((part) => (part === named ? `./${copy}` : part));
  return ['-c', script, 'sh', file, sum, copy, ...own];
}

/** Runs it as root, for which the system asks. Throws if it is refused or fails. */
export function runAsRoot(shellArguments: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  const [program, before] = isRoot
    ? ['/bin/sh', []]
    : ['pkexec', ['--disable-internal-agent', '/bin/sh']];
  execFileSync(program, [...before, ...shellArguments], { stdio: 'ignore' });
}
