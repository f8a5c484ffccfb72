import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readYaml } from './read-config.mjs';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
}
interface Job {
  permissions?: Record<string, string>;
  strategy?: { matrix: { include: { system: string; runner: string }[] } };
  needs?: string;
  steps: Step[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: { installers: Job; draft: Job };
}

const root = path.resolve(import.meta.dirname, '..', '..');
const file = '.github/workflows/release.yml';
const workflow = readYaml(file) as Workflow;
const text = fs.readFileSync(path.join(root, file), 'utf8');
const { installers, draft } = workflow.jobs;
const runs = installers.steps.map(({ run }) => run ?? '');

test('builds the installers of all three systems', () => {
  const runners = installers.strategy!.matrix.include.map(({ runner }) => runner.split('-')[0]);
  expect(new Set(runners)).toEqual(new Set(['ubuntu', 'windows', 'macos']));
  expect(installers.steps.filter(({ run }) => run === 'npm run package')).toHaveLength(1);
  expect(text).not.toContain('--test-build');
});

test('installs exactly the lockfile, after the audit', () => {
  const at = (command: string) => runs.findIndex((run) => run.startsWith(command));
  expect(at('npm ci')).toBeGreaterThanOrEqual(0);
  expect(at('npm audit --audit-level=low')).toBeGreaterThan(at('npm ci'));
  expect(at('npm run package')).toBeGreaterThan(at('npm audit'));
  // The audit includes development packages, because bundled ones are among them.
  expect(text).not.toMatch(/--omit[= ]dev/);
});

test('gives secrets only to the packaging step, and each system only its own', () => {
  for (const job of [installers, draft]) {
    for (const step of job.steps) {
      const hasSecrets = JSON.stringify(step).includes('secrets.');
      expect(hasSecrets).toBe(step.run === 'npm run package');
    }
  }
  const { env } = installers.steps.find(({ run }) => run === 'npm run package')!;
  for (const [name, value] of Object.entries(env!)) {
    expect(value, name).toContain(name.startsWith('WIN_') ? "'Windows'" : "'macOS'");
  }
});

test('runs no third-party action beside the secrets, and not for pull requests', () => {
  const actions = [installers, draft].flatMap(({ steps }) =>
    steps.flatMap(({ uses }) => uses ?? []),
  );
  expect(actions.filter((action) => !action.startsWith('actions/'))).toEqual([]);
  expect(Object.keys(workflow.on).toSorted()).toEqual(['push', 'workflow_dispatch']);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(installers.permissions).toBeUndefined();
});

test('creates a draft release with checksums when every system succeeded', () => {
  expect(draft.needs).toBe('installers');
  const commands = draft.steps.map(({ run }) => run ?? '').join('\n');
  expect(commands).toContain('sha256sum --check SHA256SUMS');
  expect(commands).toContain('--draft');
});

test('refers to existing files only', () => {
  for (const [name] of text.matchAll(/scripts\/[\w/.-]+/g)) {
    expect(fs.existsSync(path.join(root, name)), name).toBe(true);
  }
  for (const [, stage] of text.matchAll(/npm test -- --only=(\w+)/g)) {
    expect(fs.readFileSync(path.join(root, 'scripts/stages.mjs'), 'utf8')).toContain(
      `name: '${stage}'`,
    );
  }
});
