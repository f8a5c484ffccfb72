import path from 'node:path';
import { utilityProcess } from 'electron';
import type { StartFileProcess } from '../files/file-work';

/** Starts the utility process that reads and writes large files. */
export const startFileProcess: StartFileProcess = ({ onMessage, onEnd }) => {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'files.mjs'), [], {
    serviceName: 'Waypost files',
    stdio: 'ignore',
    // The environment may contain secrets of other programs, and the process needs none of it.
    env: {},
  });
  child.on('message', onMessage);
  child.once('exit', onEnd);
  let isUnwanted = false;
  // kill() returns false and does nothing while the process is still starting.
  child.once('spawn', () => {
    if (isUnwanted) child.kill();
  });
  return {
    post: (message) => child.postMessage(message),
    kill: () => {
      isUnwanted = true;
      child.kill();
    },
  };
};
