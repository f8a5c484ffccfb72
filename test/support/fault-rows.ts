// Why it is so: docs/decisions/0090-set-up-and-tests.md
import type { RunningService } from '../../main/service/start';
import type { ConnectionProblem, Fault } from '../../shared/fault';
import type { Authority, Certificate } from './certificates';
import type { Front, FrontFault, TunnelProxy } from './fault-front';

/** The network of the tested client: Node's or Electron's. */
export interface MatrixNetwork {
  fetch: typeof fetch;
  /** Connections over TLS go through a proxy; null: directly. */
  setProxy(proxy: string | null): Promise<void>;
}

/** One client between a fault and the service. */
export interface Rig {
  service: RunningService;
  front: Front;
  authority: Authority;
  unknownAuthority: Authority;
  proxy: TunnelProxy;
  network: MatrixNetwork;
  /** Whether the name of the service is found. */
  isNamed: boolean;
  clockOffsetMs: number;
  /** The time limits of calls that are in flight. */
  timeouts: Set<() => void>;
  apiKey: string;
}

/** `worked`: the call succeeds, so nothing is said. */
export type Expected = 'worked' | Fault;

export interface FaultRow {
  name: string;
  isSecure?: true;
  begin(rig: Rig): void | Promise<void>;
  end(rig: Rig): void | Promise<void>;
  /** After the recovery was checked. */
  restore?(rig: Rig): Promise<void>;
  reads: Expected;
  /** Absent: as `reads`. */
  writes?: Expected;
  /** Operations for which something else is right, by name. */
  unlike?: Readonly<Record<string, Expected>>;
  /** Whether the service carries out a write, which is read back. */
  work: 'done once' | 'not done';
  /** Every token issued so far is revoked, that of the reader too. */
  endsTokens?: true;
  /** What the user has to do; absent: nothing. */
  recovery?: string;
}

const hourMs = 3_600_000;
const lost = { kind: 'offline', layer: 'tcp' } as const;
const late = { kind: 'offline', layer: 'timeout' } as const;
const atProxy = { kind: 'offline', layer: 'proxy', problem: 'authentication' } as const;
const shape = { kind: 'notThisService', evidence: 'shape' } as const;
const limited = (retryAfterSeconds?: number): Expected => ({
  kind: 'limitReached',
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** A fault that the front makes. */
const at = (
  name: string,
  fault: FrontFault,
  reads: Expected,
  more: Partial<FaultRow> = {},
): FaultRow => ({
  name,
  begin: ({ front }) => front.fail(fault),
  end: ({ front }) => front.fail(null),
  reads,
  work: 'not done',
  ...more,
});

const busyRow = (status: number) =>
  at(`Status ${status}`, { kind: 'status', status }, { kind: 'busy', status });

const limitRow = (name: string, retryAfter: string | null, seconds?: number) =>
  at(
    `Status 429${name}`,
    { kind: 'status', status: 429, ...(retryAfter === null ? {} : { retryAfter }) },
    limited(seconds),
  );

const clockRow = (name: string, clockOffsetMs: number): FaultRow => ({
  name,
  begin: (rig) => void (rig.clockOffsetMs = clockOffsetMs),
  end: (rig) => void (rig.clockOffsetMs = 0),
  reads: 'worked',
  work: 'done once',
});

const tlsRow = (
  name: string,
  problem: ConnectionProblem,
  certificate: (rig: Rig) => Promise<Certificate>,
) =>
  ({
    name,
    isSecure: true,
    begin: async (rig) => rig.front.present(await certificate(rig)),
    end: async (rig) => rig.front.present(await rig.authority.issue()),
    reads: { kind: 'offline', layer: 'tls', problem },
    work: 'not done',
  }) satisfies FaultRow;

/** Every fault of the matrix. */
export const faultRows: readonly FaultRow[] = [
  at('Slow answer', { kind: 'slow', delayMs: 60 }, 'worked', { work: 'done once' }),
  at('No answer, the call is lost', { kind: 'silent', work: 'before' }, late),
  at('No answer, the call is carried out', { kind: 'silent', work: 'after' }, late, {
    work: 'done once',
  }),
  at('Reset before the work', { kind: 'reset', work: 'before' }, lost),
  at('Dropped after the work', { kind: 'reset', work: 'after' }, lost, { work: 'done once' }),
  {
    name: 'Refused connection',
    begin: ({ front }) => front.close(),
    end: ({ front }) => front.listen(),
    reads: lost,
    work: 'not done',
  },
  busyRow(500),
  busyRow(503),
  limitRow(', no Retry-After', null),
  limitRow(', Retry-After in seconds', '7', 7),
  limitRow(', Retry-After as a date', 'in 20 s', 20),
  limitRow(', Retry-After of 300 years', '9999999999', 86_400),
  limitRow(', Retry-After with 400 digits', '9'.repeat(400), 86_400),
  limitRow(', Retry-After in the past', 'in -90 s', 0),
  limitRow(', Retry-After that is no time', 'soon'),
  at('Body cut off', { kind: 'cut' }, lost, { work: 'done once' }),
  at('Web page with status 200', { kind: 'html' }, { kind: 'notThisService', evidence: 'html' }),
  at('Redirect', { kind: 'redirect' }, { kind: 'notThisService', evidence: 'redirect' }),
  at('Empty body', { kind: 'empty' }, shape, { work: 'done once', writes: 'worked' }),
  at('Members of wrong types', { kind: 'wrongTypes' }, shape, {
    work: 'done once',
    writes: 'worked',
    // One record that is not understood is shown as such; a list must be a list.
    unlike: {
      'read the last location': 'worked',
      'read a group': 'worked',
      'read a user': 'worked',
    },
  }),
  {
    name: 'Expired token',
    endsTokens: true,
    begin: ({ service }) => service.control.revokeTokens(),
    end: () => undefined,
    reads: 'worked',
    work: 'done once',
  },
  {
    name: 'Revoked key',
    endsTokens: true,
    begin: async ({ service }) => {
      await service.control.regenerateKey();
      await service.control.revokeTokens();
    },
    end: async (rig) => {
      rig.apiKey = await rig.service.control.regenerateKey();
    },
    reads: { kind: 'unauthorized' },
    work: 'not done',
    recovery: 'enter the new key',
  },
  clockRow('Clock of this computer 2 h ahead', 2 * hourMs),
  clockRow('Clock of this computer 2 h behind', -2 * hourMs),
  {
    name: 'Name not found (DNS)',
    begin: (rig) => void (rig.isNamed = false),
    end: (rig) => void (rig.isNamed = true),
    reads: { kind: 'offline', layer: 'dns' },
    work: 'not done',
  },
  tlsRow('Certificate expired', 'expired', ({ authority }) => authority.issue({ days: -1 })),
  tlsRow('Certificate of another host', 'otherHost', ({ authority }) =>
    authority.issue({ host: 'other.example' }),
  ),
  tlsRow('Certificate of an unknown authority', 'unknownAuthority', ({ unknownAuthority }) =>
    unknownAuthority.issue(),
  ),
  {
    name: 'Proxy without authentication',
    isSecure: true,
    begin: async ({ front, network, proxy }) => {
      await network.setProxy(proxy.url);
      front.disconnect();
    },
    end: () => undefined,
    restore: ({ network }) => network.setProxy(null),
    reads: 'worked',
    work: 'done once',
  },
  {
    name: 'Proxy that asks for authentication',
    isSecure: true,
    begin: async ({ front, network, proxy }) => {
      await network.setProxy(proxy.url);
      proxy.requireAuthentication(true);
      front.disconnect();
    },
    end: ({ proxy }) => proxy.requireAuthentication(false),
    restore: ({ network }) => network.setProxy(null),
    reads: atProxy,
    work: 'not done',
  },
];

/** What a row expects of an operation. */
export function expectedOf(
  row: FaultRow,
  { name, kind }: { name: string; kind: 'signIn' | 'read' | 'write' },
): Expected {
  return row.unlike?.[name] ?? (kind === 'write' ? (row.writes ?? row.reads) : row.reads);
}
