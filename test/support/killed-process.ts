import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Bundles `call`, an exported function of a file in this folder, as a program with one JSON input. */
export async function bundleProgram(folder: string, file: string, call: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const entry = path.join(folder, `${call}.ts`);
  const source = path.join(import.meta.dirname, file);
  writeFileSync(
    entry,
    `import { ${call} } from ${JSON.stringify(source)};
     await ${call}(JSON.parse(process.argv[2]));`,
  );
  // The runtime cannot run the sources directly: their imports have no extensions.
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: path.join(folder, 'out'),
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return path.join(folder, 'out', `${call}.mjs`);
}

export interface KilledRun<Line> {
  /** Whole lines; the kill may have cut off the last one. */
  lines: Line[];
  /** null: it was killed. */
  code: number | null;
  errors: string;
}

/** When a program is killed: `afterMs` after it has written this many lines; 0: after its start. */
export interface Kill {
  lines: number;
  afterMs: number;
}

/** Runs a program until it ends, or kills it with SIGKILL. */
export async function runProgram<Line>(
  program: string,
  input: unknown,
  kill: Kill | null,
): Promise<KilledRun<Line>> {
  const child = spawn(process.execPath, [program, JSON.stringify(input)], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let errors = '';
  const enoughLines = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (kill && said.split('\n').length > kill.lines) resolve();
    });
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  if (kill) {
    if (kill.lines > 0) await Promise.race([enoughLines, ended]);
    // The kill must be able to interrupt any part of a write, so the pause is random.
    await Promise.race([wait(kill.afterMs), ended]);
    child.kill('SIGKILL');
  }
  const [code] = await ended;
  const whole = said.split('\n').slice(0, -1);
  return { lines: whole.map((line) => JSON.parse(line) as Line), code, errors };
}

/** Random numbers from 0 to below 1 that are the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
