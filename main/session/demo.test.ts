import { expect, test } from 'vitest';
import { createDemo } from './demo-account';
import type { DemoService } from './session-options';

/** Services that end when the test says so; each is named by when it was started. */
function services() {
  const begun: { name: string; isStopped: boolean; end: () => void }[] = [];
  const start = (): Promise<DemoService> => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const service = { name: `service ${begun.length}`, isStopped: false, end: resolve };
    begun.push(service);
    const stop = () => {
      service.isStopped = true;
      return ended;
    };
    return Promise.resolve({ url: service.name, userName: 'demo', apiKey: 'key', stop, ended });
  };
  return { begun, start };
}

test('one that takes its time to end is no reason to lose the next one', async () => {
  const { begun, start } = services();
  const demo = createDemo(start);
  await demo.start();
  const stopped = demo.stop();
  const next = await demo.start();
  expect(next.url).toBe('service 1');
  begun[0]!.end();
  await stopped;
  expect((await demo.start()).url).toBe('service 1');
  const over = demo.stop();
  begun[1]!.end();
  await over;
  expect(begun.map(({ isStopped }) => isStopped)).toEqual([true, true]);
});

test('one that ended by itself is started anew', async () => {
  const { begun, start } = services();
  const demo = createDemo(start);
  const { ended } = await demo.start();
  begun[0]!.end();
  await ended;
  expect((await demo.start()).url).toBe('service 1');
});
