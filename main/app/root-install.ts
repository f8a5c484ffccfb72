import { execFileSync } from 'node:child_process';
import path from 'node:path';

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
