// A thread that only looks at the clock, every 5 ms. Its longest pause is what the computer does to a thread that
// has no work, while others want its processors.
import { Worker, isMainThread, workerData } from 'node:worker_threads';

if (!isMainThread) {
  const longest = new Float64Array(workerData);
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    longest[0] = Math.max(longest[0], now - last);
    last = now;
  }, 5);
}

/** `take` returns the longest pause in milliseconds since the last call. */
export function startIdleThread() {
  const shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const longest = new Float64Array(shared);
  const worker = new Worker(new URL(import.meta.url), { workerData: shared });
  return {
    take() {
      const [pause] = longest;
      longest[0] = 0;
      return pause;
    },
    end: () => worker.terminate(),
  };
}
