import { createServiceClient, type ServiceClient } from '../../main/api/service-client';
import { startService } from '../../main/service/start';
import { faultText } from '../../renderer/lib/faults';
import { FaultError, type Fault } from '../../shared/fault';
import { createAuthority, type Authority } from './certificates';
import { startFront, startTunnelProxy } from './fault-front';
import { type MatrixOperation, type OperationWorld, type PreparedCall } from './fault-operations';
import { type FaultRow, type MatrixNetwork, type Rig } from './fault-rows';
import { connectOtherClient } from './other-client';
import { format } from './english';

/** One fault at one operation. */
export interface Cell {
  row: string;
  operation: string;
  kind: MatrixOperation['kind'];
  /** null: the call succeeded. */
  fault: Fault | null;
  /** The whole message to the user; null: nothing to say. */
  message: string | null;
  /** How often the service has done it. */
  effects: number;
  /** The same client, with nothing but the end of the fault. */
  recovered: true | Fault;
  /** Values that must not be in the message. */
  secrets: string[];
}

export interface FaultMatrix {
  /** Carries out one cell. */
  run(row: FaultRow, operation: MatrixOperation): Promise<Cell>;
  close(): Promise<void>;
}

/** Starts a service, fronts over HTTP and TLS, and a proxy, for clients that use `network`. */
export async function openMatrix(
  network: MatrixNetwork,
  authority: Authority,
): Promise<FaultMatrix> {
  const service = await startService({ devices: 3, seed: 7 });
  const timeouts = new Set<() => void>();
  // A call that is not answered has waited long enough: its time is the only one that is replaced.
  const onSilent = () => {
    for (const giveUp of timeouts) giveUp();
  };
  const plain = await startFront(service.url, { onSilent });
  const secure = await startFront(service.url, { onSilent, certificate: await authority.issue() });
  const proxy = await startTunnelProxy();
  const unknownAuthority = await createAuthority('Unknown authority');
  const shared = { service, authority, unknownAuthority, proxy, network, timeouts };
  const first = await connectOtherClient(service);
  const { devices } = await first.get<{ devices: { id: string }[] }>('devices');
  const world = { other: first, deviceId: devices[0]!.id, next: () => (last += 1) };
  let last = 0;
  let { apiKey } = service;
  return {
    run: async (row, operation) => {
      const front = row.isSecure ? secure : plain;
      const rig: Rig = { ...shared, front, isNamed: true, clockOffsetMs: 0, apiKey };
      try {
        return await runCell(row, operation, rig, world);
      } finally {
        ({ apiKey } = rig);
      }
    },
    close: async () => {
      await network.setProxy(null);
      for (const each of [plain, secure, proxy]) await each.close();
      await service.stop();
    },
  };
}

async function runCell(
  row: FaultRow,
  operation: MatrixOperation,
  rig: Rig,
  world: OperationWorld,
): Promise<Cell> {
  const seen = new Set([rig.apiKey]);
  const client = clientOf(rig, seen);
  if (operation.kind !== 'signIn') await client.signIn();
  const prepared = await operation.prepare(world);
  await row.begin(rig);
  const fault = await outcomeOf(prepared.call(client));
  await row.end(rig);
  if (row.endsTokens) {
    world.other = await connectOtherClient({ ...rig.service, apiKey: rig.apiKey });
  }
  const effects = await prepared.effects();
  const recovered = await recoveryOf(client, operation, world);
  await row.restore?.(rig);
  const context = operation.kind === 'signIn' ? 'connect' : 'open';
  return {
    row: row.name,
    operation: operation.name,
    kind: operation.kind,
    fault,
    message: fault && Object.values(faultText(fault, context, format)).join(' '),
    effects,
    recovered,
    secrets: [...seen],
  };
}

/** The same operation, once more, with the same client. */
async function recoveryOf(
  client: ServiceClient,
  operation: MatrixOperation,
  world: OperationWorld,
): Promise<true | Fault> {
  const again: PreparedCall = await operation.prepare(world);
  const fault = await outcomeOf(again.call(client));
  if (fault) return fault;
  const effects = await again.effects();
  const isRight = effects === (operation.kind === 'write' ? 1 : 0);
  return isRight || { kind: 'bug', reference: `done ${effects} times` };
}

/** A client of the front; `seen` collects every secret that it uses. */
function clientOf(rig: Rig, seen: Set<string>): ServiceClient {
  const watching = async (input: string, init?: RequestInit) => {
    const { authorization } = (init?.headers ?? {}) as Record<string, string>;
    if (authorization) seen.add(authorization.replace('Bearer ', ''));
    const address = rig.isNamed
      ? input
      : input.replace(/^http:\/\/127\.0\.0\.1/, 'http://no-such-host.invalid');
    return rig.network.fetch(address, init);
  };
  return createServiceClient({
    fetch: watching as typeof fetch,
    address: rig.front.url,
    userName: rig.service.userName,
    apiKey: () => {
      seen.add(rig.apiKey);
      return Promise.resolve(rig.apiKey);
    },
    now: () => Date.now() + rig.clockOffsetMs,
    after: (_, run) => {
      rig.timeouts.add(run);
      return () => rig.timeouts.delete(run);
    },
  });
}

const outcomeOf = (work: Promise<unknown>): Promise<Fault | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof FaultError) return error.fault;
      throw error;
    },
  );
