import { z } from 'zod';
import { FaultError } from '#shared/fault';
import type { DemoService } from '../session/demo-account';
import { startUtility } from './utility';

const answerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    url: z.string(),
    userName: z.string(),
    apiKey: z.string(),
  }),
  z.object({ type: z.literal('failed'), reason: z.string() }),
]);
type Started = Extract<z.infer<typeof answerSchema>, { type: 'started' }>;

/** A fleet in one city, whose account has the time of that city. */
const demoOptions = { area: 'city', timeZone: 'Europe/London' } as const;

const startWithinMs = 30_000;
const stopWithinMs = 3_000;

/**
 * Starts the embedded reference service in a process of its own on a free loopback port. Its data is in memory only;
 * the same seed gives the same fleet.
 */
export async function startDemoService(): Promise<DemoService> {
  const started = Promise.withResolvers<Started>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const refuse = (why: string) =>
    started.reject(
      new FaultError({ kind: 'busy', status: 503, message: `The demo fleet: ${why}` }),
    );
  const child = startUtility({
    file: 'service.mjs',
    name: 'Waypost reference service',
    onMessage: (message) => {
      const { data } = answerSchema.safeParse(message);
      if (data?.type === 'started') started.resolve(data);
      else if (data?.type === 'failed') refuse(data.reason);
    },
    onEnd: () => {
      end();
      refuse('its service ended before it had started.');
    },
  });
  const timer = setTimeout(() => refuse('its service did not start in time.'), startWithinMs);
  child.post({ type: 'start', options: demoOptions });
  try {
    const { url, userName, apiKey } = await started.promise;
    const stop = async () => {
      child.post({ type: 'stop' });
      const killing = setTimeout(() => child.kill(), stopWithinMs);
      await ended;
      clearTimeout(killing);
    };
    return { url, userName, apiKey, ended, stop };
  } catch (error) {
    child.kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
