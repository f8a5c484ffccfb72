import fs from 'node:fs';
import path from 'node:path';

/**
 * Why Waypost cannot work with its folder, in words; null: it can. Asked where the lock of the folder
 * was refused: either another Waypost holds it, or nothing can be written there.
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
