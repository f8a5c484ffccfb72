export interface DemoService {
  url: string;
  userName: string;
  apiKey: string;
  stop(): Promise<void>;
  /** Resolves when the service has ended, on request or by itself. */
  ended: Promise<void>;
}

/** The embedded reference service, one at a time. */
export function createDemo(startDemo: () => Promise<DemoService>) {
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
    /** Also stops a service that is still starting. */
    stop: async (): Promise<void> => {
      const was = running;
      running = null;
      const service = await was?.catch(() => null);
      await service?.stop();
    },
  };
}
