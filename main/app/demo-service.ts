import path from 'node:path';
import { utilityProcess, type UtilityProcess } from 'electron';
import { z } from 'zod';
import type { DemoService } from '../features/session/session';

const answerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    url: z.string(),
    userName: z.string(),
    apiKey: z.string(),
  }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
]);

/** The reference service must be up within this time. */
const startWithinMs = 30_000;

/**
 * Starts the embedded reference service in a process of its own, on a free loopback port. It keeps its
 * data in memory: the same seed gives the same fleet, and nothing of it is left on disk.
 */
export function startDemoService(): Promise<DemoService> {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'service.mjs'), [], {
    serviceName: 'Waypost reference service',
    stdio: 'ignore',
    // The service needs nothing of our environment, which may hold secrets of other programs.
    env: {},
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill();
      reject(new Error('the reference service did not start in time'));
    }, startWithinMs);
    child.once('message', (message: unknown) => {
      clearTimeout(timer);
      const answer = answerSchema.parse(message);
      if (answer.type === 'failed') {
        child.kill();
        reject(new Error(answer.reason));
        return;
      }
      resolve({ ...answer, stop: () => stop(child) });
    });
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the reference service ended before it had started'));
    });
    child.postMessage({ type: 'start', options: {} });
  });
}

function stop(child: UtilityProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill();
      resolve();
    }, 3_000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.postMessage({ type: 'stop' });
  });
}
