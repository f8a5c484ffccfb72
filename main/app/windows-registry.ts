import path from 'node:path';

/** Where Group Policy writes; ordinary users can read this key and not write it. */
export const policyKey = 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Waypost';

/**
 * The folder of the programs of Windows, taken from a library that Windows itself loaded into this
 * process. The environment (`SystemRoot`) is not used, because whoever starts Waypost can set it.
 */
export function systemFolderAmong(libraries: readonly string[]): string {
  const kernel = libraries.find((file) => /^[a-z]:\\[^:]*\\system32\\kernel32\.dll$/i.test(file));
  return kernel ? path.win32.dirname(kernel) : 'C:\\Windows\\System32';
}

/** The values of a key in the output of `reg query`: lines of name, type and value. */
export function valuesOfQuery(output: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let isOfKey = false;
  for (const line of output.split(/\r?\n/)) {
    if (/^HKEY_/i.test(line)) isOfKey = line.trim().toLowerCase() === policyKey.toLowerCase();
    const [, name, type, text] = /^ {4}(\S.*?) {4}(REG_\w+) {4}(.*)$/.exec(line) ?? [];
    if (!isOfKey || name === undefined || text === undefined) continue;
    Object.defineProperty(values, name, {
      value: type === 'REG_DWORD' ? ofNumber(text) : text,
      enumerable: true,
      configurable: true,
    });
  }
  return values;
}

/** 0 and 1 are what Group Policy writes for off and on; other numbers are no valid value. */
function ofNumber(text: string): unknown {
  const number = Number.parseInt(text, 16);
  return number === 0 ? false : number === 1 ? true : number;
}
