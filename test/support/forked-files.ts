import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { build } from 'vite';
import type { StartFileProcess } from '../../main/files/file-work';
import type { ToFileProcess } from '../../main/files/messages';

/** Bundles the file process into a folder, as the app's build does; returns the file. */
export async function bundledFileProcess(folder: string): Promise<string> {
  await build({
    configFile: false,
    root: path.resolve(import.meta.dirname, '..', '..'),
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'test/support/file-process.ts',
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: { format: 'es', entryFileNames: 'files.mjs', codeSplitting: false },
      },
    },
  });
  return path.join(folder, 'files.mjs');
}

/** Starts real processes, and records them and the messages sent to them. */
export function forkedFiles(bundle: string, before: readonly string[] = []) {
  const children: ChildProcess[] = [];
  const sent: ToFileProcess[] = [];
  const start: StartFileProcess = ({ onMessage, onEnd, heapMegabytes }) => {
    const limit = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
    const [command, ...args] = [...before, process.execPath, ...limit, bundle];
    const child = spawn(command!, args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    children.push(child);
    child.on('message', onMessage);
    child.once('exit', onEnd);
    return {
      post: (message) => {
        sent.push(message);
        // A failure means that the process has ended, which `exit` reports.
        child.send(message, () => undefined);
      },
      kill: () => void child.kill('SIGKILL'),
    };
  };
  return { start, children, sent };
}
