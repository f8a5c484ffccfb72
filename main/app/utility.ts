import path from 'node:path';
import { utilityProcess } from 'electron';
import type { StartMapProcess } from '../features/maps/map-process';
import type { StartFileProcess } from '../files/file-work';

/** A map file that needs more than this to be read was made to exhaust memory. */
const mapHeapMegabytes = 512;

/** Starts the process that reads map files. */
export const startMapProcess: StartMapProcess = (listeners) =>
  startUtility({
    file: 'maps.mjs',
    name: 'Waypost maps',
    heapMegabytes: mapHeapMegabytes,
    ...listeners,
  });

/** Starts the process that reads and writes large files. */
export const startFileProcess: StartFileProcess = (options) =>
  startUtility({ file: 'files.mjs', name: 'Waypost files', ...options });

interface UtilityOptions {
  /** The bundle, beside that of main. */
  file: string;
  /** As the task manager of the system shows it. */
  name: string;
  heapMegabytes?: number | undefined;
  onMessage: (message: unknown) => void;
  onEnd: () => void;
}

/** Starts a utility process, which can be ended at any time, also while it starts. */
export function startUtility(options: UtilityOptions) {
  const { file, name, heapMegabytes } = options;
  const child = utilityProcess.fork(path.join(import.meta.dirname, file), [], {
    serviceName: name,
    stdio: 'ignore',
    // The environment may contain secrets of other programs, and the process needs none of it.
    env: {},
    // As an option of V8 alone it would be ignored here.
    ...(heapMegabytes !== undefined && {
      execArgv: [`--js-flags=--max-old-space-size=${heapMegabytes}`],
    }),
  });
  child.on('message', options.onMessage);
  child.once('exit', options.onEnd);
  let isUnwanted = false;
  // kill() returns false and does nothing while the process is still starting.
  child.once('spawn', () => {
    if (isUnwanted) child.kill();
  });
  return {
    post: (message: unknown) => child.postMessage(message),
    kill: () => {
      isUnwanted = true;
      child.kill();
    },
  };
}
