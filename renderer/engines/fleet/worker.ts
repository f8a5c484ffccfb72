import { loadGazetteer, loadOtherNames } from './places';
import type { FromWorker, Line, ToWorker } from './protocol';
import { serveFleet } from './worker-host';

serveFleet(
  globalThis as unknown as Line<FromWorker, ToWorker>,
  {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  },
  loadGazetteer,
  loadOtherNames,
);
