import { beforeEach, expect, test, vi } from 'vitest';
import { createWorkerLine, workerFaults, type WorkerEnd } from './worker-line';

const reported = vi.fn<(error: Error) => void>();

beforeEach(() => {
  reported.mockClear();
  vi.stubGlobal('reportError', reported);
  workerFaults.setState({ fault: null });
});

/** A worker that records its messages and does nothing by itself. */
function setUp(work = 'Finding trips') {
  const sent: string[] = [];
  const received: string[] = [];
  const worker: WorkerEnd<string, string> & { isEnded: boolean } = {
    isEnded: false,
    postMessage: (message) => sent.push(message),
    terminate: () => {
      worker.isEnded = true;
    },
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  const line = createWorkerLine<string, string>(
    () => worker,
    work,
    (message) => received.push(message),
  );
  return { line, worker, sent, received };
}

const thrown = (error?: Error) => ({ error, message: 'Uncaught Error: lost' }) as ErrorEvent;

test('terminates a worker that throws and reports it once, with the reference in the log', () => {
  const { line, worker, sent, received } = setUp();
  const error = new Error('lost');
  line.say('one');
  worker.onerror!(thrown(error));
  worker.onerror!(thrown(error));
  line.say('two');
  worker.onmessage!({ data: 'late' } as MessageEvent<string>);
  const { fault } = workerFaults.getState();
  expect(fault).toMatchObject({ kind: 'bug', ended: 'Finding trips' });
  expect(worker.isEnded).toBe(true);
  expect([sent, received]).toEqual([['one'], []]);
  expect(reported).toHaveBeenCalledTimes(1);
  const { reference } = fault as { reference: string };
  expect(reported.mock.calls[0]![0]).toMatchObject({
    message: `Finding trips (${reference})`,
    cause: error,
  });
});

test('does the same if a worker cannot be loaded, or its message cannot be read', () => {
  setUp().worker.onerror!(thrown());
  expect(reported.mock.calls[0]![0]).toMatchObject({ cause: 'Uncaught Error: lost' });
  setUp().worker.onmessageerror!({} as MessageEvent);
  expect(reported).toHaveBeenCalledTimes(2);
});

test('the notice is about the worker that failed first', () => {
  setUp('Reading tracks').worker.onerror!(thrown());
  setUp('Finding trips').worker.onerror!(thrown());
  expect(workerFaults.getState().fault).toMatchObject({ ended: 'Reading tracks' });
});

test('terminates a stopped worker without a report', () => {
  const { line, worker } = setUp();
  line.stop();
  worker.onerror!(thrown());
  expect(worker.isEnded).toBe(true);
  expect(workerFaults.getState().fault).toBeNull();
});
