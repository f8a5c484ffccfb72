import type { MapFileRefusal } from '#shared/domain/map-file';

/** A map file cannot be used, with the reason for the user. */
export class MapFileError extends Error {
  constructor(
    readonly reason: MapFileRefusal,
    readonly detail = '',
  ) {
    super(reason);
    this.name = 'MapFileError';
  }
}

export function refuse(reason: MapFileRefusal, detail = ''): never {
  throw new MapFileError(reason, detail);
}

/** The reason for an error of the file system or of SQLite. */
export function refusalOf(error: unknown): MapFileError {
  if (error instanceof MapFileError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (['ENOENT', 'ENOTDIR', 'ENXIO', 'ENODEV'].includes(code)) return new MapFileError('missing');
  return /^E[A-Z]+$/.test(code)
    ? new MapFileError('unreadable')
    : new MapFileError('damaged', 'content');
}
