import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> };

const root = path.resolve(import.meta.dirname, '..');

/** Where npm may have installed a dependency of the package at `place`, nearest first. */
function placesOf(place: string, name: string): string[] {
  const parts = place.split('/node_modules/');
  const nested = parts.map((_, i) =>
    [...parts.slice(0, parts.length - i), name].join('/node_modules/'),
  );
  return [...nested, `node_modules/${name}`];
}

// If a registry lacks the package of another system, npm omits it from the lockfile, and npm ci then
// rejects the lockfile everywhere with an unhelpful message.
test('the lockfile names the optional packages of every system', () => {
  const text = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as Lock;
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesOf(place, name).some((candidate) => candidate in packages),
    ),
  );
  expect(missing).toEqual([]);
});
