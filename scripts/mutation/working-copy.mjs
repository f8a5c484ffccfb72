// The tree is mutated in a copy, so that an interrupted run leaves nothing in the checkout.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Copies what git knows and does not ignore; packages are linked. */
export function makeWorkingCopy(root) {
  const copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-mutation-')));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split('\0').filter((file) => file && fs.existsSync(path.join(root, file)));
  for (const file of files) {
    fs.mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(copy, file));
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  return { copy, files, remove: () => fs.rmSync(copy, { recursive: true, force: true }) };
}
