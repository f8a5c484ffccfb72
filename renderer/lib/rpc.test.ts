import { beforeEach, expect, test, vi } from 'vitest';
import type { PlainKey } from '#shared/i18n/translate';
import { connectWorker, emitter, serveMethods, transferred, workerFaults } from './rpc';

interface Events {
  counted: number;
}

/** Real ports take the place of the worker and its scope. */
function connected() {
  const { port1, port2 } = new MessageChannel();
  const emit = emitter<Events>(port2);
  let sum = 0;
  const methods = {
    add(value: number): void {
      sum += value;
      emit('counted', sum);
    },
    half: (value: number) => value / 2,
    later: (value: number) => Promise.resolve(value),
    bytes: () => {
      const bytes = new Uint8Array([sum]);
      return transferred(bytes, [bytes.buffer]);
    },
    through: (port: MessagePort) => port.postMessage('through'),
    fail: (): number => {
      throw new Error('lost');
    },
  };
  serveMethods(port2, methods);
  const counted: number[] = [];
  const worker = Object.assign(port1, { terminate: () => {}, onerror: null });
  const { remote, stop } = connectWorker<typeof methods, Events>(
    () => worker as unknown as Worker,
    'fleet.task',
    { counted: (value) => counted.push(value) },
  );
  const close = () => {
    stop();
    port1.close();
  };
  return { remote, counted, worker, close };
}

const reported = vi.fn<(error: Error) => void>();
beforeEach(() => {
  reported.mockClear();
  vi.stubGlobal('reportError', reported);
  workerFaults.setState({ fault: null });
});

test('calls are answered, and events come before the answer to a later call', async () => {
  const { remote, counted, close } = connected();
  void remote.add(2);
  void remote.add(3);
  expect(await Promise.all([remote.half(8), remote.later(1)])).toEqual([4, 1]);
  expect(counted).toEqual([2, 5]);
  expect([...(await remote.bytes())]).toEqual([5]);
  close();
});

test('ports are passed on', async () => {
  const { remote, close } = connected();
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  void remote.through(port2);
  expect(await arrived).toBe('through');
  port1.close();
  close();
});

test('an error in a method is an error of the worker, and the call stays open', async () => {
  const { remote, close } = connected();
  const answered = vi.fn<() => void>();
  void remote.fail().then(answered);
  await remote.half(2);
  expect(reported.mock.calls).toEqual([[new Error('lost')]]);
  expect(answered).not.toHaveBeenCalled();
  close();
});

test('what connects to a worker is no promise', async () => {
  const { remote, close } = connected();
  expect(await Promise.resolve(remote)).toBe(remote);
  close();
});

/** A worker that records its calls and does nothing by itself. */
function silent(work: PlainKey = 'fleet.task') {
  const sent: string[] = [];
  const worker = {
    isEnded: false,
    postMessage: ({ name }: { name: string }) => sent.push(name),
    terminate: () => {
      worker.isEnded = true;
    },
    onmessage: null as ((event: MessageEvent) => void) | null,
    onerror: null as ((event: ErrorEvent) => void) | null,
    onmessageerror: null as ((event: MessageEvent) => void) | null,
  };
  const { remote, stop } = connectWorker<{ one: () => void; two: () => void }, Events>(
    () => worker,
    work,
    { counted: () => sent.push('counted') },
  );
  return { remote, stop, worker, sent };
}

const thrown = (error?: Error) => ({ error, message: 'Uncaught Error: lost' }) as ErrorEvent;

test('terminates a worker that throws and reports it once, with the reference in the log', () => {
  const { remote, worker, sent } = silent();
  const error = new Error('lost');
  void remote.one();
  worker.onerror!(thrown(error));
  worker.onerror!(thrown(error));
  void remote.two();
  worker.onmessage!({ data: { event: 'counted', value: 1 } } as MessageEvent);
  const { fault } = workerFaults.getState();
  expect(fault).toMatchObject({ kind: 'bug', ended: { key: 'fleet.task' } });
  expect(worker.isEnded).toBe(true);
  expect(sent).toEqual(['one']);
  expect(reported).toHaveBeenCalledTimes(1);
  const { reference } = fault as { reference: string };
  expect(reported.mock.calls[0]![0]).toMatchObject({
    message: `fleet.task (${reference})`,
    cause: error,
  });
});

test('does the same if a worker cannot be loaded, or its message cannot be read', () => {
  silent().worker.onerror!(thrown());
  expect(reported.mock.calls[0]![0]).toMatchObject({ cause: 'Uncaught Error: lost' });
  silent().worker.onmessageerror!({} as MessageEvent);
  expect(reported).toHaveBeenCalledTimes(2);
});

test('the notice is about the worker that failed first', () => {
  silent('map.tracks.task').worker.onerror!(thrown());
  silent('fleet.task').worker.onerror!(thrown());
  expect(workerFaults.getState().fault).toMatchObject({ ended: { key: 'map.tracks.task' } });
});

test('terminates a stopped worker without a report', () => {
  const { stop, worker } = silent();
  stop();
  worker.onerror!(thrown());
  expect(worker.isEnded).toBe(true);
  expect(workerFaults.getState().fault).toBeNull();
});
