import { createNotifier, serve } from '../../../main/ipc/serve';
import { FaultError, type Fault } from '../../../shared/fault';
import { createClient } from '#shared/ipc/define';
import { contract, type HandlersOf, type WaypostContract } from '../../../shared/ipc/contract';
import type { Handlers } from '../../../shared/ipc/define';

// Main for component tests: the real contract between both sides, with checks of input and output. A test
// says what main answers; everything else is answered with a fault.

type Part = keyof WaypostContract;
type AnyHandler = (input: unknown) => unknown;

const answers = new Map<string, AnyHandler>();
const listeners = new Map<string, Set<(payload: unknown) => void>>();
const endpoints = new Map<string, (event: null, input: unknown) => Promise<unknown>>();

const notAnswered: Fault = { kind: 'bug', reference: 'no answer in this test' };

const handlers = Object.fromEntries(
  Object.entries(contract).map(([part, entries]) => [
    part,
    Object.fromEntries(
      Object.keys(entries).map((name) => [
        name,
        (input: unknown) => {
          const answer = answers.get(`${part}.${name}`);
          if (!answer) throw new FaultError(notAnswered);
          return answer(input);
        },
      ]),
    ),
  ]),
) as unknown as Handlers<WaypostContract>;

serve(contract, () => handlers, {
  ipcMain: { handle: (channel, listener) => endpoints.set(channel, listener) },
  isTrusted: () => true,
  callerOf: () => 1,
  checksOutput: true,
  log: () => undefined,
});

/** What the preload gives to the window. */
export const windowClient = createClient(contract, {
  invoke: (channel, input) => endpoints.get(channel)!(null, input),
  listen: (channel, listener) => {
    const all = listeners.get(channel) ?? new Set();
    listeners.set(channel, all.add(listener));
    return () => all.delete(listener);
  },
});

/** Answers calls of a part of the contract from now on: `answer('records', { edit: () => … })`. */
export function answer<P extends Part>(part: P, given: Partial<HandlersOf<P>>): void {
  for (const [name, handler] of Object.entries(given)) {
    answers.set(`${part}.${name}`, handler as AnyHandler);
  }
}

/** Sends an event to the window: `notify.session.changed(session)`. */
export const notify = createNotifier(contract, (channel, payload) => {
  for (const listener of listeners.get(channel) ?? []) listener(payload);
});
