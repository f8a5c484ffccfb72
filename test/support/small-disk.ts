import { spawn } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** A file system in memory that has an end. Only programs that are started through `enter` see it. */
export interface SmallDisk {
  /** What stands before a command that is to be run on the disk, as a user without rights. */
  enter: readonly string[];
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
  unmount(): void;
}

/** Thrown where this computer does not let its users mount anything. */
export class NoSmallDisk extends Error {}

/**
 * Mounts a disk at a folder, in a name space of its own that ends with this process: the computer does not
 * see it. root needs no more for that; anybody else becomes root of a user name space, which most kernels allow.
 * `user`: who owns the disk when root asks.
 */
export async function mountSmallDisk(
  folder: string,
  megabytes: number,
  user: { uid: number; gid: number },
): Promise<SmallDisk> {
  const own = { uid: process.getuid?.(), gid: process.getgid?.() };
  const isRoot = own.uid === 0;
  const owner = isRoot ? `,uid=${user.uid},gid=${user.gid}` : '';
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=700${owner} none "$0" && echo mounted && exec cat`;
  const names = isRoot ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
  // It holds the name space until its input ends.
  const holder = spawn('unshare', [...names, 'sh', '-c', mount, folder]);
  const said = text(holder.stderr);
  const isMounted = await new Promise<boolean>((resolve) => {
    holder.stdout.once('data', () => resolve(true));
    holder.once('error', () => resolve(false));
    holder.once('exit', () => resolve(false));
  });
  if (!isMounted) {
    const why = (await said.catch(() => '')).trim() || 'there is no unshare';
    throw new NoSmallDisk(`A disk of limited size cannot be mounted here: ${why}`);
  }
  const target = ['nsenter', '--target', String(holder.pid), '--mount'];
  const again = ['unshare', '--user', `--map-user=${own.uid}`, `--map-group=${own.gid}`];
  const enter = isRoot
    ? [...target, `--setuid=${user.uid}`, `--setgid=${user.gid}`]
    : [...target, '--user', '--preserve-credentials', ...again];
  const filler = path.join(`/proc/${holder.pid}/root`, folder, 'filler');
  const zeros = Buffer.alloc(4096);
  return {
    enter,
    fill: () => {
      try {
        for (;;) appendFileSync(filler, zeros);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler),
    unmount: () => holder.stdin.end(),
  };
}
