import type { WorkerScope } from '#lib/rpc';
import { loadGazetteer, loadOtherNames } from './places';
import { serveFleet } from './worker-host';

serveFleet(
  globalThis as unknown as WorkerScope,
  {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  },
  { gazetteer: loadGazetteer, otherNames: loadOtherNames },
);
