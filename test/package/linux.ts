import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

export const isLinux = process.platform === 'linux';

/**
 * The arguments of a running process. Forked Chromium processes have them in one string, separated
 * by spaces.
 */
export function commandLine(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/).filter(Boolean);
}

/** The processes of this machine that were started with an argument. */
export function pidsWith(argument: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return commandLine(pid).includes(argument);
      } catch {
        return false; // The process has ended.
      }
    });
}

/** One line of the kernel's status of a process: `statusOf(pid, 'Seccomp')`. */
export function statusOf(pid: number, name: string): string | undefined {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1];
}

/** Puts a program on the PATH that records the addresses it is asked to open. */
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

/** Puts programs of these names first on the PATH, each of which fails. */
export function programsThatFail(folder: string, names: readonly string[]): Record<string, string> {
  const bin = path.join(folder, 'failing');
  mkdirSync(bin, { recursive: true });
  for (const name of names)
    writeFileSync(path.join(bin, name), '#!/bin/sh\nexit 126\n', { mode: 0o755 });
  return { PATH: `${bin}:${process.env['PATH']}` };
}

/** The addresses recorded so far. */
export function openedBy(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
