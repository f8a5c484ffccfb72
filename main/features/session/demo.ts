import type { DemoService } from './session-options';

/** The embedded reference service: one at a time, however often it is asked for. */
export interface Demo {
  start(): Promise<DemoService>;
  /** Also one that is still starting. */
  stop(): Promise<void>;
}

export function createDemo(startDemo: () => Promise<DemoService>): Demo {
  let running: Promise<DemoService> | null = null;

  async function begin(): Promise<DemoService> {
    try {
      const service = await startDemo();
      // One that ended by itself is started anew when the demo is asked for again.
      void service.ended.then(() => {
        running = null;
      });
      return service;
    } catch (error) {
      running = null;
      throw error;
    }
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
