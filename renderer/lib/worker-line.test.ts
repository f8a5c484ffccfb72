import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { createWorkerLine, type WorkerEnd } from './worker-line';

type FakeWorker = WorkerEnd<string, string> & { received: string[]; isEnded: boolean };

/** Workers that record their messages and do nothing by themselves. */
function setUp() {
  const workers: FakeWorker[] = [];
  const received: string[] = [];
  const faults: Fault[] = [];
  const reports: unknown[] = [];
  const line = createWorkerLine<string, string>({
    start: () => {
      const worker: FakeWorker = {
        received: [],
        isEnded: false,
        postMessage: (message) => worker.received.push(message),
        terminate: () => {
          worker.isEnded = true;
        },
        onmessage: null,
        onerror: null,
        onmessageerror: null,
      };
      workers.push(worker);
      return worker;
    },
    work: 'Finding trips',
    onMessage: (message) => received.push(message),
    onBroken: (fault) => faults.push(fault),
    newReference: () => 'abcd1234',
    report: (error) => reports.push(error),
  });
  const tell = (worker: FakeWorker, data: string) =>
    worker.onmessage!({ data } as MessageEvent<string>);
  return { line, workers, received, faults, reports, tell };
}

const thrown = (error: Error | undefined) =>
  ({ error, message: 'Uncaught Error: lost' }) as ErrorEvent;

test('terminates a worker that throws and reports it once, with the reference in the log', () => {
  const { line, workers, faults, reports } = setUp();
  const [first] = workers;
  const error = new Error('lost');
  first!.onerror!(thrown(error));
  first!.onerror!(thrown(error));
  expect(faults).toEqual([{ kind: 'bug', reference: 'abcd1234', ended: 'Finding trips' }]);
  expect(first!.isEnded).toBe(true);
  expect(line.isBroken()).toBe(true);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ message: 'Finding trips (abcd1234)', cause: error });
});

test('does the same if a worker cannot be loaded, or its message cannot be read', () => {
  const unloaded = setUp();
  unloaded.workers[0]!.onerror!(thrown(undefined));
  const unread = setUp();
  unread.workers[0]!.onmessageerror!({} as MessageEvent);
  expect([unloaded.faults, unread.faults].map(({ length }) => length)).toEqual([1, 1]);
  expect(unloaded.reports[0]).toMatchObject({ cause: 'Uncaught Error: lost' });
});

test('does not restart by itself; a new worker receives only later messages', () => {
  const { line, workers, received, tell } = setUp();
  line.say('one');
  workers[0]!.onerror!(thrown(new Error('lost')));
  line.say('two');
  expect(workers).toHaveLength(1);
  line.restart();
  line.say('three');
  tell(workers[0]!, 'late');
  tell(workers[1]!, 'new');
  expect(workers.map((worker) => worker.received)).toEqual([['one'], ['three']]);
  expect(received).toEqual(['new']);
  expect(line.isBroken()).toBe(false);
});

test('terminates a stopped worker without a report', () => {
  const { line, workers, faults } = setUp();
  line.stop();
  workers[0]!.onerror!(thrown(new Error('lost')));
  expect(workers[0]!.isEnded).toBe(true);
  expect(faults).toEqual([]);
});
