import type { FromMapProcess, StartMapProcess, ToMapProcess } from './messages';
import { serveMaps } from './serve-maps';

/** The map process without a process: the same code. */
export const mapsInProcess: StartMapProcess = ({ onMessage, onEnd }) => {
  let hear: (message: ToMapProcess) => void = () => undefined;
  let isEnded = false;
  serveMaps({
    listen: (listener) => (hear = listener),
    post: (message: FromMapProcess) => {
      if (!isEnded) onMessage(message);
    },
  });
  return {
    post: (message: ToMapProcess) => hear(message),
    kill: () => {
      if (isEnded) return;
      isEnded = true;
      // The process would close its files by ending.
      hear({ type: 'serve', files: [] });
      setImmediate(onEnd);
    },
  };
};
