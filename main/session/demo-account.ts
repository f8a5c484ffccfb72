import type { DemoService } from './session-options';

/** The embedded reference service, one at a time. */
export interface Demo {
  start(): Promise<DemoService>;
  /** Also stops a service that is still starting. */
  stop(): Promise<void>;
}

export function createDemo(startDemo: () => Promise<DemoService>): Demo {
  let running: Promise<DemoService> | null = null;

  function begin(): Promise<DemoService> {
    const mine = Promise.resolve()
      .then(startDemo)
      .then(
        (service) => {
          void service.ended.then(forget);
          return service;
        },
        (error: unknown) => {
          forget();
          throw error;
        },
      );
    /** The next start begins a new service, unless another one was started in the meantime. */
    function forget(): void {
      if (running === mine) running = null;
    }
    return mine;
  }

  return {
    start: () => (running ??= begin()),
    stop: async () => {
      const was = running;
      running = null;
      const service = await was?.catch(() => null);
      await service?.stop();
    },
  };
}
