// Which mutants the type check refuses: nobody could commit them, so they are not counted.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { mutate } from './mutants.mjs';

/** About what is unused or unreachable, which a removed statement often leaves. */
const ignoredErrors = new Set(['TS6133', 'TS6192', 'TS6196', 'TS6198', 'TS7027']);

/** One mutant of each file at a time: an error in a file is that of its mutant. */
function batchesOf(mutants) {
  const batches = [];
  for (const mutant of mutants) {
    const batch = batches.find((files) => !files.has(mutant.file)) ?? new Map();
    if (batch.size === 0) batches.push(batch);
    batch.set(mutant.file, mutant);
  }
  return batches;
}

/** The mutants that compile, in their order. */
export function compiling(mutants, copy) {
  const refused = new Set();
  for (const batch of batchesOf(mutants)) {
    const sources = new Map();
    for (const [file, mutant] of batch) {
      const place = path.join(copy, file);
      sources.set(place, fs.readFileSync(place, 'utf8'));
      fs.writeFileSync(place, mutate(sources.get(place), mutant));
    }
    // main compiles what it imports of shared as well.
    const folder = [...batch.keys()].some((file) => file.startsWith('main/')) ? 'main' : 'shared';
    const tsc = path.join('node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '--noEmit', '--pretty', 'false', '-p', folder];
    const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    for (const [, file, code] of stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error (TS\d+)/gm))
      if (batch.has(file) && !ignoredErrors.has(code)) refused.add(batch.get(file));
    for (const [place, source] of sources) fs.writeFileSync(place, source);
  }
  return mutants.filter((mutant) => !refused.has(mutant));
}
