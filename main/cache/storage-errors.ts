import { type DamageState, type Fault, FaultError } from '#shared/fault';

/** The file is damaged, not ours or of another version. `detail` is for the log and names no device. */
export class DamagedError extends Error {
  constructor(
    detail: string,
    readonly state: DamageState = 'damaged',
  ) {
    super(detail);
    this.name = 'DamagedError';
  }
}

/** The write-ahead log is damaged before its end: SQLite drops the newest transactions. */
export class LostTransactionsError extends DamagedError {
  constructor() {
    super('the write-ahead log is damaged');
  }
}

const primaryCodes = { readonly: 8, busy: 5, locked: 6, ioError: 10, full: 13, cantOpen: 14 };
const unwritableCodes: readonly number[] = [
  primaryCodes.readonly,
  primaryCodes.busy,
  primaryCodes.locked,
  primaryCodes.ioError,
  primaryCodes.cantOpen,
];

/**
 * The storage fault of an error, or 'damaged' if the file has to be set aside. Returns null for
 * other errors, which are bugs of ours.
 */
export function storageFault(error: unknown): Fault | 'damaged' | null {
  if (error instanceof FaultError) return error.fault;
  if (error instanceof DamagedError) return 'damaged';
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    const primary = errcode & 0xff;
    if (primary === primaryCodes.full) return { kind: 'storage', reason: 'full' };
    if (unwritableCodes.includes(primary)) return { kind: 'storage', reason: 'unwritable' };
    return 'damaged';
  }
  if (typeof code === 'string' && 'errno' in error) {
    return { kind: 'storage', reason: isDiskFull(code) ? 'full' : 'unwritable' };
  }
  return null;
}

/** The same; throws an error that is not about storage. */
export function requireStorageFault(error: unknown): Fault | 'damaged' {
  const fault = storageFault(error);
  if (fault === null) throw error;
  return fault;
}

const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether a system error code means that the disk, a quota or the file size limit is exhausted. */
export const isDiskFull = (code: string) => fullCodes.includes(code);
