import path from 'node:path';
import { utilityProcess, type UtilityProcess } from 'electron';
import { z } from 'zod';
import { FaultError } from '#shared/fault';
import type { DemoService } from '../session/session';
import { createDemoTiles, type DemoTiles } from './demo-tiles';

const answerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    url: z.string(),
    userName: z.string(),
    apiKey: z.string(),
  }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
]);

/** A fleet in one city, whose account has the time of that city. */
const demoOptions = { area: 'city', timeZone: 'Europe/London' } as const;

/** Start-up timeout of the reference service. */
const startWithinMs = 30_000;

/**
 * Starts the embedded reference service in a utility process on a free loopback port. Its data is in
 * memory only; the same seed gives the same fleet. It also makes the map that its vehicles drive on.
 */
export function startDemoService(): Promise<DemoService & { tiles: DemoTiles }> {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'service.mjs'), [], {
    serviceName: 'Waypost reference service',
    stdio: 'ignore',
    // The environment may contain secrets of other programs, and the service needs none of it.
    env: {},
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const tiles = createDemoTiles((question) => child.postMessage(question));
  void ended.then(tiles.ended);
  return new Promise((resolve, reject) => {
    const refuse = (why: string) =>
      reject(new FaultError({ kind: 'busy', status: 503, message: `The demo fleet: ${why}` }));
    const timer = setTimeout(() => {
      child.kill();
      refuse('its service did not start in time.');
    }, startWithinMs);
    child.once('message', (message: unknown) => {
      clearTimeout(timer);
      const answer = answerSchema.parse(message);
      if (answer.type === 'failed') {
        child.kill();
        refuse(answer.reason);
        return;
      }
      child.on('message', tiles.receive);
      resolve({ ...answer, ended, stop: () => stop(child, ended), tiles });
    });
    child.once('exit', () => {
      clearTimeout(timer);
      refuse('its service ended before it had started.');
    });
    child.postMessage({ type: 'start', options: demoOptions });
  });
}

async function stop(child: UtilityProcess, ended: Promise<void>): Promise<void> {
  // A process without an id has exited, so a message would be lost.
  if (child.pid === undefined) return;
  const timer = setTimeout(() => child.kill(), 3_000);
  child.postMessage({ type: 'stop' });
  await ended;
  clearTimeout(timer);
}
