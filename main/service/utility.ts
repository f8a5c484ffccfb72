// The service in a utility process of the app. The parent sends `{ type: 'start', options }` and
// receives `started` with address, user name and key, or `failed` with a reason; `stop` ends it.
import { startService, type RunningService, type ServiceOptions } from './start';

type ToService = { type: 'start'; options?: Omit<ServiceOptions, 'now'> } | { type: 'stop' };

type FromService =
  | { type: 'started'; url: string; userName: string; apiKey: string }
  | { type: 'failed'; reason: string };

/** The part of Electron that is used; declared here so that the service needs only Node. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: ToService }) => void): void;
  postMessage(message: FromService): void;
}

const parentPort = (process as unknown as { parentPort: ParentPort }).parentPort;
let running: Promise<RunningService> | null = null;

async function start(options: Omit<ServiceOptions, 'now'> = {}): Promise<void> {
  try {
    running ??= startService(options);
    const { url, userName, apiKey } = await running;
    parentPort.postMessage({ type: 'started', url, userName, apiKey });
  } catch (error) {
    running = null;
    const reason = error instanceof Error ? error.message : String(error);
    parentPort.postMessage({ type: 'failed', reason });
  }
}

async function stop(): Promise<void> {
  await running?.then((service) => service.stop()).catch(() => undefined);
  process.exit(0);
}

parentPort.on('message', ({ data }) => {
  if (data.type === 'start') void start(data.options);
  else void stop();
});
