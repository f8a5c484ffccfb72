import { serveFiles, type FilePort } from './serve-files';
import type { StartFileProcess } from './file-work';
import type { ToFileProcess } from './messages';

/** The file process without a process: the same code, with cloned messages. */
export const filesInProcess: StartFileProcess = ({ onMessage, onEnd }) => {
  const listeners: Parameters<FilePort['listen']>[0][] = [];
  let isAlive = true;
  serveFiles({
    listen: (listener) => listeners.push(listener),
    post: (message) => {
      const clone = structuredClone(message);
      setImmediate(() => {
        if (isAlive) onMessage(clone);
      });
    },
  });
  return {
    post: (message: ToFileProcess) => {
      const clone = structuredClone(message);
      setImmediate(() => {
        if (isAlive) for (const listener of listeners) listener(clone);
      });
    },
    kill: () => {
      if (!isAlive) return;
      isAlive = false;
      setImmediate(onEnd);
    },
  };
};
