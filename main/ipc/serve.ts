import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { FaultError, type Fault, type Outcome } from '#shared/fault';
import { sizeProblem } from '#shared/ipc/bounds';
import {
  channelOf,
  type Caller,
  type Contract,
  type Handlers,
  type Notifier,
} from '#shared/ipc/define';
import { message, type Message, type PlainKey } from '#shared/i18n/translate';

/** The part of Electron's ipcMain that is used; injected for tests. */
interface IpcRegistrar<E> {
  handle(channel: string, listener: (event: E, input: unknown) => Promise<unknown>): void;
}

type Run = (...args: unknown[]) => unknown;

interface ServeOptions<E> {
  ipcMain: IpcRegistrar<E>;
  /** True when the caller is the top frame of one of our own windows. */
  isTrusted: (event: E) => boolean;
  callerOf: (event: E) => Caller;
  /** Also validates results; on in development and tests. */
  checksOutput: boolean;
  log: (line: string) => void;
}

/**
 * Registers a handler for every call of a contract: checks the sender, then the input, then runs it with the handlers
 * of that window.
 */
export function serve<C extends Contract, E>(
  contract: C,
  handlersOf: (caller: Caller) => Handlers<C>,
  options: ServeOptions<E>,
): void {
  for (const [word, entries] of Object.entries(contract)) {
    for (const [name, entry] of Object.entries(entries)) {
      if (entry.kind !== 'call') continue;
      options.ipcMain.handle(
        channelOf(word, name),
        async (event, input): Promise<Outcome<unknown>> => {
          if (!options.isTrusted(event)) {
            options.log(`refused ${word}.${name}: the sender is not our window`);
            return { ok: false, fault: { kind: 'forbidden' } };
          }
          // Before anything else reads it: a schema would follow a value that contains itself.
          const problem = sizeProblem(input);
          if (problem !== null) {
            return { ok: false, fault: { kind: 'invalid', message: message(problem) } };
          }
          const parsed = entry.input.safeParse(input);
          if (!parsed.success) {
            const issue = parsed.error.issues[0]!;
            // Without its message and path, which may contain account data.
            options.log(`refused ${word}.${name}: ${issue.code}`);
            return { ok: false, fault: invalidInput(issue) };
          }
          try {
            const caller = options.callerOf(event);
            const args = parsed.data === undefined ? [caller] : [parsed.data, caller];
            const handlers = handlersOf(caller) as Record<string, Record<string, Run>>;
            const value = await handlers[word]![name]!(...args);
            if (options.checksOutput) entry.output.parse(value);
            return { ok: true, value };
          } catch (error) {
            return { ok: false, fault: asFault(error, options.log) };
          }
        },
      );
    }
  }
}

function invalidInput(issue: z.core.$ZodIssue): Fault {
  const field = issue.path.map(String).join('.');
  return { kind: 'invalid', message: reasonOf(issue), ...(field ? { field } : {}) };
}

/** What a person can correct has a message. The rest is a fault of the program. */
function reasonOf(issue: z.core.$ZodIssue): Message {
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    if (issue.origin === 'string') return message('exchange-files.problem.tooLong', { most });
    if (issue.origin === 'array') return message('faults.input.listTooLong', { most });
  }
  const isKey = /^[\w-]+(?:\.[\w-]+)+$/.test(issue.message);
  return message(isKey ? (issue.message as PlainKey) : 'faults.main.unreadable');
}

/** Converts any exception to a fault; an unexpected one becomes a bug with a reference to the log. */
export function asFault(error: unknown, log: (line: string) => void): Fault {
  if (error instanceof FaultError) return error.fault;
  const reference = randomBytes(4).toString('hex');
  // The message may contain account data, so only the stack frames are logged.
  const place = error instanceof Error ? placeOf(error) : '';
  const name = error instanceof Error ? error.name : typeof error;
  log(`bug ${reference}: ${name} ${place}`);
  return { kind: 'bug', reference };
}

/** The stack frames without the message, which may span several lines above them. */
function placeOf({ message, stack = '' }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return frames
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, 5)
    .join(' ');
}

/** Main's side of the events of a contract: `notify.session.changed(session)`. */
export function createNotifier<C extends Contract>(
  contract: C,
  send: (channel: string, payload: unknown) => void,
): Notifier<C> {
  const notifier: Record<string, Record<string, (payload: unknown) => void>> = {};
  for (const [word, entries] of Object.entries(contract)) {
    notifier[word] = {};
    for (const [name, entry] of Object.entries(entries)) {
      if (entry.kind === 'event') {
        notifier[word][name] = (payload) => send(channelOf(word, name), payload);
      }
    }
  }
  return notifier as Notifier<C>;
}
