import path from 'node:path';
import { app, utilityProcess, type ProcessMetric } from 'electron';
import { z } from 'zod';
import { FaultError } from '#shared/fault';
import type { ProcessTask, RunningProcess } from '#shared/ipc/diagnostics';
import type { StartMapProcess } from '../features/maps/map-process';
import type { StartFileProcess } from '../files/file-work';
import type { StartProcess } from '../files/task-process';
import type { DemoService } from '../session/demo-account';

/** As the task manager of the system shows them. */
const names = {
  files: 'Waypost files',
  maps: 'Waypost maps',
  service: 'Waypost reference service',
} as const;

/** A map file that needs more than this to be read was made to exhaust memory. */
const mapHeapMegabytes = 512;

/** Starts the process that reads map files. */
export const startMapProcess: StartMapProcess = (options) =>
  startProcess('maps.mjs', names.maps, { ...options, heapMegabytes: mapHeapMegabytes });

/** Starts the process that reads and writes large files. */
export const startFileProcess: StartFileProcess = (options) =>
  startProcess('files.mjs', names.files, options);

/**
 * Starts a utility process, which can be ended at any time, also while it starts. `file` is its bundle beside that of
 * main; `name` is shown by the task manager of the system.
 */
function startProcess(
  file: string,
  name: string,
  { onMessage, onEnd, heapMegabytes }: Parameters<StartProcess<unknown>>[0],
) {
  const child = utilityProcess.fork(path.join(import.meta.dirname, file), [], {
    serviceName: name,
    stdio: 'ignore',
    // The environment may contain secrets of other programs, and the process needs none of it.
    env: {},
    // As an option of V8 alone it would be ignored here.
    ...(heapMegabytes !== undefined && {
      execArgv: [`--js-flags=--max-old-space-size=${heapMegabytes}`],
    }),
  });
  child.on('message', onMessage);
  child.once('exit', onEnd);
  let isUnwanted = false;
  // kill() returns false and does nothing while the process is still starting.
  child.once('spawn', () => {
    if (isUnwanted) child.kill();
  });
  return {
    post: (message: unknown) => child.postMessage(message),
    kill: () => {
      isUnwanted = true;
      child.kill();
    },
  };
}

/** The processes of Waypost, the largest first. */
export function runningProcesses(): RunningProcess[] {
  return app
    .getAppMetrics()
    .map((metric) => {
      const task = taskOf(metric);
      return { task, bytes: metric.memory.workingSetSize * 1024, held: heldBy(task) };
    })
    .toSorted((a, b) => b.bytes - a.bytes);
}

function taskOf({ type, name, serviceName }: ProcessMetric): ProcessTask {
  if (type === 'Browser') return 'main';
  if (type === 'Tab') return 'window';
  if (type === 'GPU') return 'graphics';
  if (serviceName === 'network.mojom.NetworkService') return 'network';
  const own = (Object.keys(names) as (keyof typeof names)[]).find((task) => names[task] === name);
  return own ?? 'other';
}

function heldBy(task: ProcessTask): RunningProcess['held'] {
  if (task !== 'main') return null;
  const { heapUsed, external } = process.memoryUsage();
  return { objects: heapUsed, buffers: external };
}

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
  const child = startProcess('service.mjs', names.service, {
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
