import { faultOfError } from '#main/api/failure';
import type { Clock } from '#main/pace/clock';
import type { Profile, Status } from '#shared/domain/session';
import { FaultError, type Fault } from '#shared/fault';
import { message, type Message } from '#shared/i18n/translate';
import type { Check, Finding } from '#shared/ipc/diagnostics';

/** The certificate that a service presented, and what this computer thinks of it. */
export interface Certificate {
  issuer: string;
  subject: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** `OK`, or Chromium's name of what is wrong. */
  verdict: string;
}

/** The offline copy of the open account. */
interface CopyState {
  isOnDisk: boolean;
  bytes: number;
  /** What is already known to be wrong with it. */
  fault: Fault | null;
  /** null: the files are too large to be read for this. */
  isWhole: boolean | null;
}

export interface DiagnosticsOptions {
  clock: Clock;
  platform: 'darwin' | 'win32' | 'other';
  isOnline: () => boolean;
  /** The account that is open, locked or was open last; null: none was. */
  profile: () => Profile | null;
  isOpen: () => boolean;
  /** Why nothing is sent to the address; null: it may be contacted. */
  refusal: (profile: Profile) => Fault | null;
  status: () => Pick<Status, 'clockOffsetMs' | 'callsLastMinute' | 'callRate' | 'waitingCalls'>;
  /** How many addresses a name has. */
  resolveHost: (host: string) => Promise<number>;
  /** As in a proxy script: `DIRECT`, or `PROXY host:port`. */
  resolveProxy: (url: string) => Promise<string>;
  /** Opens a connection and sends nothing on it. */
  certificate: (url: string) => Promise<Certificate>;
  /** The one request to the service. */
  requestToken: () => Promise<void>;
  /** Stores, reads and removes an entry. */
  proveKeychain: () => Promise<void>;
  copy: () => CopyState;
  freeBytes: () => Promise<number>;
  hasGraphicsCard: () => boolean;
  processes: () => { count: number; bytes: number };
  /** With their versions. */
  programs: readonly string[];
}

/** A keychain may ask the user, and a slow network takes its time. */
const withinMs = 15_000;
const dayMs = 86_400_000;
/** So many days before its end, a certificate is usually renewed. */
const certificateDays = 14;
const tolerableOffsetMs = 60_000;
const megabyte = 1_000_000;
const littleSpace = 1_000 * megabyte;
const noSpace = 100 * megabyte;

const found = (
  state: Finding['state'],
  what: Message,
  more: Partial<Pick<Finding, 'todo' | 'named'>> = {},
): Finding => ({ state, what, todo: null, fault: null, named: null, ...more });

/** A wait or a missing keychain does not keep Waypost from working. */
const isMinor = (fault: Fault) =>
  fault.kind === 'limitReached' || (fault.kind === 'keychain' && fault.reason === 'missing');

const failed = (fault: Fault, named: string | null = null): Finding => ({
  state: isMinor(fault) ? 'look' : 'broken',
  what: null,
  todo: null,
  fault,
  named,
});

const inGigabytes = (bytes: number) => Math.round(bytes / megabyte / 100) / 10;
const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);

/** Looks for what is wrong with the connection, this computer and the data of Waypost. */
export class Diagnostics {
  constructor(private readonly options: DiagnosticsOptions) {}

  /** The result of one check, whatever happens and however long it takes. */
  async check({ check }: { check: Check }): Promise<Finding> {
    const { clock } = this.options;
    const late = Promise.withResolvers<Finding>();
    const cancel = clock.after(withinMs, () =>
      late.resolve(found('unknown', message('diagnostics.late', { seconds: withinMs / 1000 }))),
    );
    try {
      return await Promise.race([this.#run(check), late.promise]);
    } catch (error) {
      if (error instanceof FaultError) return failed(error.fault);
      throw error;
    } finally {
      cancel();
    }
  }

  #run(check: Check): Finding | Promise<Finding> {
    switch (check) {
      case 'address':
        return this.#ofProfile((profile) => this.#address(profile));
      case 'dns':
        return this.#ofConnection(({ address }) => this.#dns(address));
      case 'proxy':
        return this.#ofConnection(({ address }) => this.#proxy(address));
      case 'certificate':
        return this.#ofConnection(({ address }) => this.#certificate(address));
      case 'key':
        return this.#ofAccount((profile) => this.#key(profile));
      case 'clock':
        return this.#ofAccount(() => this.#clock());
      case 'rate':
        return this.#ofAccount(() => this.#rate());
      case 'keychain':
        return this.#keychain();
      case 'cache':
        return this.#ofAccount((profile) => this.#cache(profile));
      case 'disk':
        return this.#disk();
      case 'graphics':
        return this.#graphics();
      case 'processes':
        return this.#processes();
      case 'versions':
        return found('fine', message('diagnostics.versions', { programs: this.options.programs }));
    }
  }

  /** Also before an account is open: the connection may be why none is. */
  #ofProfile(read: (profile: Profile) => Finding | Promise<Finding>): Finding | Promise<Finding> {
    const profile = this.options.profile();
    return profile ? read(profile) : found('unknown', message('diagnostics.noAccount'));
  }

  #ofAccount(read: (profile: Profile) => Finding | Promise<Finding>): Finding | Promise<Finding> {
    if (this.options.isOpen()) return this.#ofProfile(read);
    return found('unknown', message('diagnostics.noAccount'));
  }

  /** What is on the way to the service. */
  #ofConnection(read: (profile: Profile) => Promise<Finding>): Finding | Promise<Finding> {
    return this.#ofProfile((profile) => {
      if (isLocal(profile)) return found('fine', message('diagnostics.local'));
      return (
        this.#whyNotReached(profile) ??
        read(profile).catch((error: unknown) =>
          failed(faultOfError(error, hostOf(profile.address))),
        )
      );
    });
  }

  async #key(profile: Profile): Promise<Finding> {
    const why = this.#whyNotReached(profile);
    if (why) return why;
    await this.options.requestToken();
    return found('fine', message('diagnostics.key'));
  }

  /** Nothing goes to an address that may not be contacted, and offline nothing can. */
  #whyNotReached(profile: Profile): Finding | null {
    const { isOnline, refusal } = this.options;
    if (refusal(profile)) return found('unknown', message('diagnostics.notContacted'));
    if (isLocal(profile) || isOnline()) return null;
    return failed({ kind: 'offline', layer: 'network', host: hostOf(profile.address) });
  }

  #address(profile: Profile): Finding {
    const fault = this.options.refusal(profile);
    const { address } = profile;
    if (fault) return failed(fault, address);
    return found('fine', message(isLocal(profile) ? 'diagnostics.local' : 'diagnostics.address'), {
      named: address,
    });
  }

  async #dns(address: string): Promise<Finding> {
    const { clock, resolveHost, resolveProxy } = this.options;
    const host = hostOf(address);
    const from = clock.now();
    try {
      const count = await resolveHost(host);
      const ms = Math.max(0, clock.now() - from);
      return found('fine', message('diagnostics.dns', { count, ms }), { named: host });
    } catch (error) {
      // Behind a proxy only the proxy has to know the name.
      if (proxyIn(await resolveProxy(address)) === null) throw error;
      return found('fine', message('diagnostics.dns.byProxy'), { named: host });
    }
  }

  async #proxy(address: string): Promise<Finding> {
    const proxy = proxyIn(await this.options.resolveProxy(address));
    return proxy === null
      ? found('fine', message('diagnostics.proxy.none'))
      : found('fine', message('diagnostics.proxy.used'), { named: proxy });
  }

  async #certificate(address: string): Promise<Finding> {
    const { clock, certificate } = this.options;
    const host = hostOf(address);
    const { issuer, subject, expiresAt, verdict } = await certificate(address);
    const named = `${subject} (${issuer})`;
    if (verdict !== 'OK') return failed(faultOfError(new Error(verdict), host), named);
    const days = Math.floor((expiresAt - clock.now()) / dayMs);
    const what = message('diagnostics.certificate', { days });
    return days >= certificateDays
      ? found('fine', what, { named })
      : found('look', what, { named, todo: message('diagnostics.certificate.todo') });
  }

  #clock(): Finding {
    const offset = this.options.status().clockOffsetMs;
    if (offset === null) return found('unknown', message('diagnostics.clock.unknown'));
    const what = message('diagnostics.clock', { seconds: Math.round(Math.abs(offset) / 1000) });
    return Math.abs(offset) <= tolerableOffsetMs
      ? found('fine', what)
      : found('look', what, { todo: message('diagnostics.clock.todo') });
  }

  #rate(): Finding {
    const { callsLastMinute: calls, callRate, waitingCalls: waiting } = this.options.status();
    const what = message('diagnostics.rate', { calls, limit: callRate.inUse, waiting });
    return callRate.isSlowed
      ? found('look', what, { todo: message('diagnostics.rate.todo') })
      : found('fine', what);
  }

  async #keychain(): Promise<Finding> {
    const { platform, proveKeychain } = this.options;
    await proveKeychain();
    return found(
      'fine',
      message('diagnostics.keychain', { keychain: message('common.keychain.name', { platform }) }),
    );
  }

  #cache({ isDemo }: Profile): Finding {
    const { isOnDisk, bytes, fault, isWhole } = this.options.copy();
    if (fault) return failed(fault);
    if (!isOnDisk) {
      const what = message('diagnostics.cache.memory');
      return isDemo
        ? found('fine', what)
        : found('look', what, { todo: message('diagnostics.cache.memory.todo') });
    }
    const size = inMegabytes(bytes);
    if (isWhole === null) return found('fine', message('diagnostics.cache.large', { size }));
    return isWhole
      ? found('fine', message('diagnostics.cache', { size }))
      : found('broken', message('diagnostics.cache.damaged', { size }), {
          todo: message('diagnostics.cache.damaged.todo'),
        });
  }

  async #disk(): Promise<Finding> {
    const bytes = await this.options.freeBytes();
    const what = message('diagnostics.disk', { size: inGigabytes(bytes) });
    if (bytes >= littleSpace) return found('fine', what);
    return found(bytes < noSpace ? 'broken' : 'look', what, {
      todo: message('diagnostics.disk.todo'),
    });
  }

  #graphics(): Finding {
    return this.options.hasGraphicsCard()
      ? found('fine', message('diagnostics.graphics'))
      : found('look', message('diagnostics.graphics.software'), {
          todo: message('diagnostics.graphics.todo'),
        });
  }

  #processes(): Finding {
    const { count, bytes } = this.options.processes();
    return found('fine', message('diagnostics.processes', { count, size: inMegabytes(bytes) }));
  }
}

/** Plain http reaches a program of this computer only. */
const isLocal = ({ address }: Profile) => address.startsWith('http:');

const hostOf = (address: string) => URL.parse(address)?.hostname ?? '';

/** The first entry of what a proxy script answers; null: none. */
function proxyIn(answer: string): string | null {
  const [first = ''] = answer.split(';');
  return /^\s*(DIRECT)?\s*$/i.test(first) ? null : first.trim();
}
