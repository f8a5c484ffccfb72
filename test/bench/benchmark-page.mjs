// docs/benchmarks.md: each bench writes its own section.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
export function writeSection(file, name, text) {
  const page = fs.readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no section ${name}`);
  fs.writeFileSync(file, `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`);
}

/** Rows of cells as a Markdown table; the first row is the header. */
export function markdownTable(rows) {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const rule = `| ${rows[0].map((_, at) => (at === 0 ? '---' : '--:')).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** Writes tables into a section of docs/benchmarks.md, with the machine they were measured on. */
export function writeMeasured(root, name, tables) {
  const [, , load] = os.loadavg();
  // Durations, but not processor times, depend on what else the machine does.
  const machine = `${os.cpus().length} processors, average load ${load.toFixed(0)}.`;
  const text = [machine, ...tables.map(markdownTable)].join('\n\n');
  writeSection(path.join(root, 'docs', 'benchmarks.md'), name, text);
}
