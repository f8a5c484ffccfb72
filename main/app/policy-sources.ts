import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { namedAsInFiles, type PolicySource } from './policy';
import { readTrustedFile, valuesOfJson } from './policy-file';
import { policyKey, valuesOfQuery, systemFolderAmong } from './windows-registry';

/** How the system is asked; injected for tests. */
export interface PolicyReaders {
  /** The text of a file that only root can write; null if it is missing. */
  trustedFile(file: string): string | null;
  /** Runs a program of the system and returns its output. */
  run(program: string, args: readonly string[]): string;
  /** The libraries loaded into this process, with their full paths. */
  loadedLibraries(): readonly string[];
}

const patienceMs = 5_000;

export const systemReaders: PolicyReaders = {
  trustedFile: (file) => readTrustedFile(file),
  run: (program, args) =>
    execFileSync(program, args, {
      encoding: 'utf8',
      timeout: patienceMs,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      // No variable that could change where the program looks for anything.
      env: {},
    }),
  loadedLibraries: () => {
    // Looking up the network interfaces takes seconds and is not needed; the type lacks the option.
    const report = Object.assign(process.report, { excludeNetwork: true });
    return (report.getReport() as { sharedObjects?: string[] }).sharedObjects ?? [];
  },
};

/** The managed preference that a device management profile of macOS sets. */
export const managedPreference = '/Library/Managed Preferences/example.waypost.desktop.plist';

/** The places of the machine policy on a system. No environment variable has a part in them. */
export function policySources(
  platform: NodeJS.Platform,
  readers: PolicyReaders = systemReaders,
): PolicySource[] {
  if (platform === 'win32') return [registry(readers)];
  if (platform === 'darwin') {
    return [preference(readers), file('/Library/Application Support/Waypost/policy.json', readers)];
  }
  return [file('/etc/waypost/policy.json', readers)];
}

function file(name: string, { trustedFile }: PolicyReaders): PolicySource {
  return { name, read: () => valuesOfJson(trustedFile(name)) };
}

function preference({ trustedFile, run }: PolicyReaders): PolicySource {
  return {
    name: managedPreference,
    read: () => {
      if (trustedFile(managedPreference) === null) return null;
      const args = ['-convert', 'json', '-o', '-', '--', managedPreference];
      const values = valuesOfJson(run('/usr/bin/plutil', args));
      return values && namedAsInFiles(values);
    },
  };
}

function registry({ run, loadedLibraries }: PolicyReaders): PolicySource {
  return {
    name: policyKey,
    read: () => {
      const program = path.win32.join(systemFolderAmong(loadedLibraries()), 'reg.exe');
      let output: string;
      try {
        output = run(program, ['query', policyKey, '/reg:64']);
      } catch (error) {
        // reg.exe ends with 1 if the key is missing; anything else means that it could not look.
        if ((error as { status?: unknown }).status === 1) return null;
        throw error;
      }
      return namedAsInFiles(valuesOfQuery(output));
    },
  };
}
