// From the start of the process until everything is drawn. Rounds alternate between the windows, so that
// other load on the machine affects all of them alike.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const limitMs = 60_000;

/** Starts a window once; resolves to the milliseconds until it was drawn, in total and from main's entry. */
export async function startOnce({ name, binary, args, report }) {
  fs.rmSync(report, { force: true });
  const startedAt = Date.now();
  const child = spawn(binary, [...args, `--bench-report=${report}`], { stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  if (!fs.existsSync(report)) throw new Error(`${name}: not drawn within ${limitMs / 1000} s`);
  const { drawnAt, shellAt = 0, mainEntry } = JSON.parse(fs.readFileSync(report, 'utf8'));
  // The map may be drawn before the table and the toolbar.
  const shownAt = Math.max(drawnAt, shellAt);
  return { total: shownAt - startedAt, fromEntry: shownAt - mainEntry };
}

/**
 * `windows`: `{name, args}` each, with arguments for Electron. Resolves to the samples of each by name.
 * The first start of each fills the caches of code and shaders and is not counted.
 */
export async function measureStartUp({ binary, windows, rounds, folder, say }) {
  const samples = Object.fromEntries(windows.map(({ name }) => [name, []]));
  const report = path.join(folder, 'report.json');
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, args } of windows) {
      const sample = await startOnce({ name, binary, args, report });
      if (round > 0) samples[name].push(sample);
    }
    say(round === 0 ? 'start-up: warmed up' : `start-up: round ${round} of ${rounds}`);
  }
  return samples;
}
