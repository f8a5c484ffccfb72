import fs from 'node:fs';
import path from 'node:path';

const folderSwitch = '--user-data-dir';

/**
 * The value of `--user-data-dir`, after "=" or as the next argument, which Electron does not parse.
 * `args` starts with the program; the last occurrence wins. null if absent.
 */
export function namedFolder(args: readonly string[]): string | null {
  let named: string | null = null;
  for (const [at, argument] of args.entries()) {
    if (argument.startsWith(`${folderSwitch}=`)) named = argument.slice(folderSwitch.length + 1);
    else if (isFolderWord(args, at)) named = argument;
  }
  return named || null;
}

/** True if the argument at this index is the value of the preceding switch. */
export function isFolderWord(args: readonly string[], at: number): boolean {
  return args[at - 1] === folderSwitch && !args[at]!.startsWith('-');
}

/**
 * Why Waypost cannot use its profile folder; null if it can. Called when the instance lock was refused:
 * either another Waypost holds it, or the folder is not writable.
 */
export function troubleWithFolder(folder: string): string | null {
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.closeSync(fs.openSync(probe, 'wx'));
    fs.rmSync(probe);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `Waypost cannot start, because it cannot write to the folder of its data:
${folder}
${reasonOf(code)} Nothing was changed, and nothing is lost.

Let whoever looks after this computer allow you to write there, or start Waypost with
--user-data-dir=FOLDER to use another folder.`;
  }
}

function reasonOf(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return 'You have no right to write there.';
  if (code === 'EROFS') return 'The disk it lies on is read-only.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk it lies on is full.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'A file stands where the folder should be.';
  if (code === 'ENAMETOOLONG') return 'Its name is too long for this system.';
  return `The system answers ${code ?? 'with an unknown error'}.`;
}
