import { api } from '#lib/api';
import { receivePorts } from '#lib/ports';
import type { WorkerEnd } from '#lib/worker-line';
import type { FromWorker, ToWorker } from './protocol';

type FleetWorker = WorkerEnd<ToWorker, FromWorker>;

export const startFleetWorker = (): FleetWorker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fleet' });

/** A worker whose messages wait until somebody listens. */
class EarlyWorker implements FleetWorker {
  onerror: FleetWorker['onerror'] = null;
  onmessageerror: FleetWorker['onmessageerror'] = null;
  #onmessage: FleetWorker['onmessage'] = null;
  #waiting: MessageEvent<FromWorker>[] = [];
  #failed: ErrorEvent | null = null;

  constructor(private readonly worker: FleetWorker) {
    worker.onmessage = (event) => {
      if (this.#onmessage) this.#onmessage(event);
      else this.#waiting.push(event);
    };
    worker.onerror = (event) => {
      if (this.onerror) this.onerror(event);
      else this.#failed = event;
    };
    worker.onmessageerror = (event) => this.onmessageerror?.(event);
  }

  get onmessage() {
    return this.#onmessage;
  }

  /** What has waited is passed on after the caller has set itself up. */
  set onmessage(listener) {
    this.#onmessage = listener;
    queueMicrotask(() => {
      for (const event of this.#waiting.splice(0)) this.#onmessage?.(event);
      if (this.#failed) this.onerror?.(this.#failed);
      this.#failed = null;
    });
  }

  postMessage(message: ToWorker, transfer: Transferable[]): void {
    this.worker.postMessage(message, transfer);
  }

  terminate(): void {
    this.worker.terminate();
  }
}

let early: { worker: FleetWorker; stopPorts: () => void } | null = null;

/**
 * Starts the worker and asks main for its port before the script of the window is there, so that the cached
 * fleet is read while the window is built (docs/decisions/0149-first-picture-first.md).
 */
export function beginFleetWorker(start = startFleetWorker, openPort = api.fleet.openPort): void {
  const worker = new EarlyWorker(start());
  const stopPorts = receivePorts('fleet', (port) =>
    worker.postMessage({ type: 'attach', port }, [port]),
  );
  early = { worker, stopPorts };
  void openPort();
}

/** The worker that was begun, once. Its port was asked for; whoever takes it receives the ports from now on. */
export function takeFleetWorker(): FleetWorker | null {
  const taken = early;
  early = null;
  taken?.stopPorts();
  return taken?.worker ?? null;
}
