import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ServiceControl } from '../../main/service/control';
import { electronBinary, electronEnv, findElectron } from '../../scripts/electron-dist.mjs';
import { serviceBundle } from '../../scripts/service-bundle.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
let bundled: Promise<string> | null = null;

/** A reference service in its own process, started from the command line. */
export interface ServiceProcess {
  url: string;
  userName: string;
  apiKey: string;
  /** Controls the running service in ways that no client can. */
  control<K extends keyof ServiceControl>(
    name: K,
    ...args: Parameters<ServiceControl[K]>
  ): Promise<Awaited<ReturnType<ServiceControl[K]>>>;
  stop(): Promise<void>;
  /** Ends it without a chance to finish anything. */
  kill(): Promise<void>;
  /** The same service on the same port, with the same key and fleet. */
  startAgain(): Promise<void>;
}

export async function startServiceProcess(
  options: { devices?: number; switches?: readonly string[]; store?: string } = {},
): Promise<ServiceProcess> {
  const token = randomBytes(16).toString('hex');
  const key = randomBytes(16).toString('hex');
  const devices = String(options.devices ?? 60);
  const switches = ['--devices', devices, '--seed', '7'];
  if (options.switches) switches.push(...options.switches);
  const dist = findElectron();
  if (!dist) throw new Error('there is no Electron to run the reference service');
  const file = await (bundled ??= serviceBundle());
  let child: ChildProcess;
  const run = async (port: string) => {
    child = spawn(electronBinary(dist), [file, '--json', '--port', port, ...switches], {
      cwd: root,
      env: {
        ...electronEnv(dist),
        ELECTRON_RUN_AS_NODE: '1',
        WAYPOST_SERVICE_KEY: key,
        WAYPOST_SERVICE_CONTROL: token,
        ...(options.store && { WAYPOST_SERVICE_STORE: options.store }),
      },
      // The log of a service with a store.
      stdio: ['ignore', 'pipe', options.store ? 'ignore' : 'inherit'],
    });
    const lines = createInterface({ input: child.stdout! });
    for await (const line of lines) {
      if (line.startsWith('{')) return JSON.parse(line) as { url: string; userName: string };
    }
    throw new Error('the reference service ended before it had started');
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  const { url, userName } = await run('0');
  return {
    url,
    userName,
    apiKey: key,
    control: async (name, ...args) => {
      const answer = await fetch(`${url}/_control/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      const body = (await answer.json()) as { result?: unknown; error?: string };
      if (!answer.ok) throw new Error(body.error);
      return body.result as never;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    startAgain: async () => {
      await run(new URL(url).port);
    },
  };
}
