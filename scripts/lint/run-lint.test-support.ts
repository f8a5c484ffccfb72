import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const plugin = ['scripts/lint/import-layers.mjs', 'scripts/lint/layers.mjs'];

type Diagnostic = { code?: string; filename: string; message: string };

/** The messages of a rule about a file. */
export type LintResult = (file: string, rule: string) => string[];

/** Lints the files, by path and code, in a temporary project with this one's configuration. */
export function lint(files: Map<string, string>): LintResult {
  // The linter reports real paths, and a temporary folder may be a link or a shortened name.
  const folder = fs.realpathSync.native(fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-lint-')));
  try {
    write(folder, files);
    const diagnostics = run(folder);
    return (file, rule) =>
      diagnostics
        .filter(({ filename }) => filename.replaceAll('\\', '/') === file)
        .filter(({ code }) => code?.includes(rule))
        .map(({ message }) => message);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, files: Map<string, string>): void {
  for (const copied of ['package.json', ...plugin]) {
    fs.cpSync(path.join(root, copied), path.join(folder, copied));
  }
  const config = fs.readFileSync(path.join(root, '.oxlintrc.json'), 'utf8');
  // No rule tested here needs types, and the type checker is not installed in that folder.
  const withoutTypes = config.replace('"typeAware": true', '"typeAware": false');
  fs.writeFileSync(path.join(folder, '.oxlintrc.json'), withoutTypes);
  for (const [file, code] of files) {
    const full = path.join(folder, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, code);
  }
}

function run(folder: string): Diagnostic[] {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  // Under Electron's Node, which runs this test, the linter crashes when it loads a plugin.
  const node = process.env['npm_node_execpath'] ?? 'node';
  const { stdout, stderr } = spawnSync(node, [oxlint, '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (!stdout.startsWith('{')) throw new Error(`the linter failed: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}
