import path from 'node:path';
import { utilityProcess } from 'electron';

export interface UtilityOptions<Received> {
  /** The bundle, beside that of main. */
  file: string;
  /** As the task manager of the system shows it. */
  name: string;
  heapMegabytes?: number | undefined;
  onMessage: (message: Received) => void;
  onEnd: () => void;
}

/** Starts a utility process, which can be ended at any time, also while it starts. */
export function startUtility<Sent, Received>(options: UtilityOptions<Received>) {
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
    post: (message: Sent) => child.postMessage(message),
    kill: () => {
      isUnwanted = true;
      child.kill();
    },
  };
}
