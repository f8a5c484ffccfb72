import path from 'node:path';
import { utilityProcess } from 'electron';
import type { StartFileProcess } from '../files/file-work';

/** Starts the process in which large files are made. It gets what it needs in messages. */
export const startFileProcess: StartFileProcess = ({ onMessage, onEnd }) => {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'files.mjs'), [], {
    serviceName: 'Waypost files',
    stdio: 'ignore',
    // It needs nothing of our environment, which may hold secrets of other programs.
    env: {},
  });
  child.on('message', onMessage);
  child.once('exit', onEnd);
  let isUnwanted = false;
  // What is still being started cannot be ended, and says so by a false that is easily missed.
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
