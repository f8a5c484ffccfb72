// The packaging configuration as data, for tests.
import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

const root = path.resolve(import.meta.dirname, '..', '..');

/** A YAML file of the project, parsed. */
export function readYaml(relative) {
  return load(fs.readFileSync(path.join(root, relative), 'utf8'));
}
