import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const isLinux = process.platform === 'linux';

/** The arguments of a running process. Chromium's forked ones have theirs in one, with spaces. */
export function commandLine(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/).filter(Boolean);
}

/** One line of what the kernel knows of a process: `statusOf(pid, 'Seccomp')`. */
export function statusOf(pid: number, name: string): string | undefined {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1];
}

/** Puts a program on the PATH that writes down which addresses it is asked to open. */
export function externalOpener(folder: string, file: string): Record<string, string> {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['xdg-open', 'xdg-email', 'gio']) {
    const program = path.join(bin, name);
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${file}'\n`);
    chmodSync(program, 0o755);
  }
  return { PATH: `${bin}:${process.env['PATH']}` };
}

/** What that program was asked to open so far. */
export function openedBy(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
