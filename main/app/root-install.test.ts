import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifiedCommand } from './updates';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-root-install-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const sumOf = (text: string) => createHash('sha512').update(text).digest('base64');

/** What a command prints that gets the package; throws if it is not run. */
function output(content: string, verified: string, command: readonly string[]): string {
  const file = path.join(folder, "it's a $(touch x) package.deb");
  fs.writeFileSync(file, content);
  const made = verifiedCommand({ file, sha512: sumOf(verified) }, command, 'NAMED');
  return execFileSync('/bin/sh', made, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

describe.skipIf(process.platform !== 'linux')('a package that root installs', () => {
  test('is given to the package manager as a copy with the verified content', () => {
    expect(output('release', 'release', ['cat', 'NAMED'])).toBe('release');
    expect(output('release', 'release', ['echo', 'NAMED', '-y'])).toBe('./package.deb -y\n');
    expect(fs.readdirSync(folder)).toHaveLength(1);
  });

  test('is not installed if it was changed after it was verified', () => {
    const mark = path.join(folder, 'ran');
    expect(() => output('another program', 'release', ['touch', mark])).toThrow();
    expect(fs.existsSync(mark)).toBe(false);
  });

  test('is not exchanged while it is installed', () => {
    const exchange = `echo 'another program' > '${folder}'/*.deb; cat ./package.deb`;
    expect(output('release', 'release', ['sh', '-c', exchange])).toBe('release');
  });

  test('lies in a folder that others can neither read nor write, and that is removed', () => {
    const made = output('release', 'release', ['sh', '-c', 'stat -c %a . && pwd']).split('\n');
    expect(made[0]).toBe('700');
    expect(fs.existsSync(made[1]!)).toBe(false);
  });
});
