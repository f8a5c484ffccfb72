// SHA256SUMS in the form that `sha256sum --check` reads.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

/** Writes the sums of these files of `folder` into its SHA256SUMS. */
export async function writeChecksums(folder, names) {
  const lines = [];
  for (const name of names.toSorted()) {
    lines.push(`${await sha256(path.join(folder, name))}  ${name}`);
  }
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
}
