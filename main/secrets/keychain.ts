import { fail, FaultError, type Fault } from '#shared/fault';

/** Account secrets in the operating system's keychain. Rejects with FaultError `keychain`. */
export interface Keychain {
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** Does nothing if the entry does not exist. */
  remove(account: string): Promise<void>;
}

/** The part of keytar that is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

interface KeychainOptions {
  load?: () => Promise<Keytar>;
  /** A locked keychain may wait for a prompt that nobody answers. */
  timeoutMs?: number;
  after?: (delayMs: number, run: () => void) => () => void;
}

const service = 'Waypost';
const probe = 'probe';

type Reason = Exclude<(Fault & { kind: 'keychain' })['reason'], 'notStored' | 'otherAccount'>;

/**
 * The keychain of this computer. Opening never fails; each use reports what is wrong. A secret counts
 * as stored only after it was read back, because some keychains accept and lose it.
 */
export function openKeychain(options: KeychainOptions = {}): Keychain {
  const load = options.load ?? loadKeytar;
  const timeoutMs = options.timeoutMs ?? 20_000;
  const after = options.after ?? afterTimeout;
  let loaded: Promise<Keytar> | null = null;
  /** After a timeout the next use waits less: the native thread may still be blocked. */
  let hasHung = false;
  let last: Promise<void> = Promise.resolve();

  function within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = after(hasHung ? timeoutMs / 10 : timeoutMs, () => {
        hasHung = true;
        reject(new FaultError({ kind: 'keychain', reason: 'locked' }));
      });
      work.then(resolve, reject).finally(cancel);
    });
  }

  /** Serialised, since the probe writes and removes an entry of its own. */
  function use<T>(work: (keytar: Keytar) => Promise<T>): Promise<T> {
    const mine = last.then(() => useNow(work));
    last = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }

  async function useNow<T>(work: (keytar: Keytar) => Promise<T>): Promise<T> {
    loaded ??= load();
    let keytar: Keytar;
    try {
      keytar = await loaded;
    } catch {
      fail({ kind: 'keychain', reason: 'missing' });
    }
    try {
      const result = await within(work(keytar));
      hasHung = false;
      return result;
    } catch (error) {
      throw error instanceof FaultError
        ? error
        : new FaultError({ kind: 'keychain', reason: reasonOf(error) });
    }
  }

  return {
    get: (account) =>
      use(async (keytar) => {
        const secret = await keytar.getPassword(service, account);
        if (secret !== null) return secret;
        await prove(keytar);
        return keytar.getPassword(service, account);
      }),
    set: (account, secret) => use((keytar) => keep(keytar, account, secret)),
    remove: (account) =>
      use(async (keytar) => {
        if (await keytar.deletePassword(service, account)) return;
        await prove(keytar);
        await keytar.deletePassword(service, account);
      }),
  };
}

async function keep(keytar: Keytar, account: string, secret: string): Promise<void> {
  await keytar.setPassword(service, account, secret);
  if ((await keytar.getPassword(service, account)) !== secret) {
    fail({ kind: 'keychain', reason: 'denied' });
  }
}

/**
 * Proves that the keychain is unlocked. A locked Secret Service reports "no such entry" instead of
 * "locked"; trusting that would replace the existing cache key.
 */
async function prove(keytar: Keytar): Promise<void> {
  await keep(keytar, probe, 'This entry may be deleted.');
  await keytar.deletePassword(service, probe);
}

/** The native module needs a system library that may be missing, so loading it may fail. */
async function loadKeytar(): Promise<Keytar> {
  const module: Keytar & { default?: Keytar } = await import('keytar');
  return module.default ?? module;
}

/** Keytar has no error codes, only the messages of the three systems. */
function reasonOf(error: unknown): Reason {
  const text = error instanceof Error ? error.message : '';
  if (/locked|prompt|interaction/i.test(text)) return 'locked';
  if (/denied|cancel|dismiss|not permitted|not allowed|auth/i.test(text)) return 'denied';
  return 'missing';
}

function afterTimeout(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
