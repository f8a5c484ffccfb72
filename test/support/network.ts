import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from './eventually';

/** The URL of a fetch call. */
export function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

/** The network between the app and a service, which a test can replace and watch. */
export interface TestNetwork {
  fetch: typeof fetch;
  /** Sends the calls; a test may replace it. */
  send: typeof fetch;
  /** Resolves when no call has been in flight for a while, and all answers were handled. */
  idle(): Promise<void>;
  /** From now on no call reaches the service, and none gets a response. */
  cut(): void;
}

/** Turns of the event loop in which a received response is handled and may cause another call. */
const turnsWhenIdle = 50;

export function createTestNetwork(send: typeof fetch = fetch): TestNetwork {
  let inFlight = 0;
  let started = 0;
  const network: TestNetwork = {
    send,
    fetch: async (...call) => {
      inFlight++;
      started++;
      try {
        return await network.send(...call);
      } finally {
        inFlight--;
      }
    },
    idle: () =>
      eventually(async () => {
        const before = started;
        for (let turn = 0; turn < turnsWhenIdle; turn++) await nextTurn();
        expect({ inFlight, started }).toEqual({ inFlight: 0, started: before });
      }),
    cut: () => {
      network.send = () => new Promise<never>(() => undefined);
    },
  };
  return network;
}

/** A fetch that delays responses until the test releases them. */
export function gatedFetch(): {
  fetch: typeof fetch;
  /** Responses from URLs that contain the text wait until the returned function is called. */
  hold(text: string): () => void;
  /** The number of delayed responses. */
  waiting(): number;
} {
  const gates: { text: string; opened: Promise<void> }[] = [];
  let waiting = 0;
  return {
    fetch: async (input, init) => {
      const address = addressOf(input);
      const answer = await fetch(input, init);
      const gate = gates.find(({ text }) => address.includes(text));
      if (gate) {
        waiting++;
        await gate.opened;
        waiting--;
      }
      return answer;
    },
    hold: (text) => {
      const { promise: opened, resolve } = Promise.withResolvers<void>();
      const gate = { text, opened };
      gates.push(gate);
      return () => {
        gates.splice(gates.indexOf(gate), 1);
        resolve();
      };
    },
    waiting: () => waiting,
  };
}
