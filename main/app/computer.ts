import { realpathSync } from 'node:fs';
import { isTimeZone } from '#shared/domain/calendar';
import { zoneOfProcess, type ComputerZone } from '#shared/domain/time-zone';

/**
 * The time zone of this computer. The variable TZ may name it as a file, which Intl does not understand, or be
 * nothing that anybody understands.
 */
export function computerZone(): ComputerZone {
  const found = zoneOfProcess();
  const stated = process.env['TZ'] ?? '';
  // UTC is also what ICU takes a rule for, such as "CET-1CEST".
  const isBelieved = found.zone !== 'UTC' || stated === '' || /^(UTC|GMT)$/i.test(stated);
  if (found.isNamed && isBelieved) return found;
  const zone = zoneInPath(stated);
  return zone === null ? { ...found, isNamed: false } : { zone, isNamed: true };
}

export const computerTimeZone = () => computerZone().zone;

/** "Europe/Berlin" of ":/usr/share/zoneinfo/Europe/Berlin", or of a link to it. */
function zoneInPath(text: string): string | null {
  const file = text.replace(/^:/, '');
  const [, name = ''] =
    /(?:^|\/zoneinfo\/)(?:posix\/|right\/)?([A-Za-z].*)$/.exec(realPath(file)) ?? [];
  return isTimeZone(name) ? name : null;
}

function realPath(file: string): string {
  try {
    return file.startsWith('/') ? realpathSync(file) : file;
  } catch {
    return file;
  }
}

export function platformName(): 'darwin' | 'win32' | 'other' {
  const { platform } = process;
  return platform === 'darwin' || platform === 'win32' ? platform : 'other';
}
