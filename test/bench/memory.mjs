// Memory of all processes of a window (PSS: shared pages counted once, in parts), some time after
// everything was drawn. Linux only, because other systems do not tell the proportional share.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

const limitMs = 60_000;
/** V8 gives memory back some seconds after the last allocation. */
const settleMs = 15_000;

const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

/** A process and everything below it. */
function processesBelow(pid) {
  const found = new Set([pid]);
  for (const each of found) {
    const threads = fs.existsSync(`/proc/${each}/task`) ? fs.readdirSync(`/proc/${each}/task`) : [];
    for (const thread of threads) {
      const children = read(`/proc/${each}/task/${thread}/children`).split(' ').filter(Boolean);
      for (const child of children) found.add(Number(child));
    }
  }
  return [...found];
}

const kindOf = (pid) =>
  /--type=([a-z-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1]?.replace('gpu-process', 'gpu') ??
  'main';

/** Megabytes of all processes together, and of each kind. */
function memoryOf(pid) {
  const kinds = {};
  for (const each of processesBelow(pid)) {
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0);
    const kind = kindOf(each);
    kinds[kind] = (kinds[kind] ?? 0) + kilobytes / 1024;
  }
  return { total: Object.values(kinds).reduce((sum, each) => sum + each, 0), kinds };
}

async function measureOnce({ name, binary, args, report }) {
  fs.rmSync(report, { force: true });
  const child = spawn(binary, [...args, `--bench-report=${report}`, '--bench-stay'], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    for (const until = Date.now() + limitMs; !fs.existsSync(report); await after(100)) {
      if (Date.now() > until) throw new Error(`${name}: not drawn within ${limitMs / 1000} s`);
    }
    await after(settleMs);
    return memoryOf(child.pid);
  } finally {
    child.kill();
    await ended;
  }
}

/** The samples of each window by name; windows take turns, as in start-up.mjs. */
export async function measureMemory({ binary, windows, rounds, folder, say }) {
  const samples = Object.fromEntries(windows.map(({ name }) => [name, []]));
  const report = path.join(folder, 'report.json');
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, args } of windows) {
      samples[name].push(await measureOnce({ name, binary, args, report }));
    }
    say(`memory: round ${round} of ${rounds}`);
  }
  return samples;
}
