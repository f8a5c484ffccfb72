import { expect, test } from 'vitest';
import { createDemo, type DemoService } from './demo-account';

/** Services that end when the test ends them, named in the order of their starts. */
function services() {
  const started: { name: string; isStopped: boolean; end: () => void }[] = [];
  const start = (): Promise<DemoService> => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const service = { name: `service ${started.length}`, isStopped: false, end: resolve };
    started.push(service);
    const stop = () => {
      service.isStopped = true;
      return ended;
    };
    return Promise.resolve({ url: service.name, userName: 'demo', apiKey: 'key', stop, ended });
  };
  return { started, start };
}

test('a service that ends slowly does not affect the next one', async () => {
  const { started, start } = services();
  const demo = createDemo(start);
  await demo.start();
  const stopped = demo.stop();
  const next = await demo.start();
  expect(next.url).toBe('service 1');
  started[0]!.end();
  await stopped;
  expect((await demo.start()).url).toBe('service 1');
  const over = demo.stop();
  started[1]!.end();
  await over;
  expect(started.map(({ isStopped }) => isStopped)).toEqual([true, true]);
});

test('a service that ended by itself is started again', async () => {
  const { started, start } = services();
  const demo = createDemo(start);
  const { ended } = await demo.start();
  started[0]!.end();
  await ended;
  expect((await demo.start()).url).toBe('service 1');
});
