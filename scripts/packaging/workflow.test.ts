import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from './read-config.mjs';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}
interface Job {
  if?: string;
  permissions?: Record<string, string>;
  environment?: string;
  strategy?: { matrix: { include: { system: string; runner: string }[] } };
  needs?: string | string[];
  steps: Step[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<'check' | 'installers' | 'try-installers' | 'draft', Job>;
}

const root = path.resolve(import.meta.dirname, '..', '..');
const file = '.github/workflows/release.yml';
const workflow = readYaml(file) as Workflow;
const text = fs.readFileSync(path.join(root, file), 'utf8');
const { check, installers, draft } = workflow.jobs;
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);
const runs = (job: Job) => job.steps.map(({ run }) => run ?? '');
const hasSecrets = (part: unknown) => JSON.stringify(part).includes('secrets.');

test('builds the installers of all three systems, and tests on them first', () => {
  for (const job of [check, installers]) {
    const runners = job.strategy!.matrix.include.map(({ runner }) => runner.split('-')[0]);
    expect(new Set(runners)).toEqual(new Set(['ubuntu', 'windows', 'macos']));
  }
  expect(installers.needs).toBe('check');
  expect(installers.steps.filter(({ run }) => run === 'npm run package')).toHaveLength(1);
  expect(text).not.toMatch(/--test-build|--unsigned/);
});

test('installs exactly the lockfile, without scripts, and audits it', () => {
  const installs = steps.flatMap(({ run }) => run ?? []).filter((run) => /npm (ci|i)/.test(run));
  expect(installs.length).toBeGreaterThan(0);
  expect(new Set(installs)).toEqual(new Set(['npm ci --ignore-scripts']));
  const at = (command: string) => runs(check).findIndex((run) => run.startsWith(command));
  expect(at('npm audit --audit-level=low')).toBeGreaterThan(at('npm ci'));
  expect(at('npm audit signatures')).toBeGreaterThan(at('npm ci'));
  // The audit includes development packages, because bundled ones are among them.
  expect(text).not.toMatch(/--omit[= ]dev/);
});

describe('what can sign', () => {
  test('is in a protected environment, and only for tags', () => {
    const signing = jobs.filter(([, job]) => hasSecrets(job)).map(([name]) => name);
    const isProtected = jobs.filter(([, job]) => job.environment === 'release');
    expect(isProtected.map(([name]) => name)).toEqual(signing);
    expect(installers.if).toBe("github.ref_type == 'tag'");
    // It follows the installers, which are skipped without a tag.
    expect(draft.needs).toContain('installers');
  });

  test('gives secrets to the packaging step and the signing step only', () => {
    const withSecrets = steps.filter(hasSecrets).map(({ run }) => run);
    expect(withSecrets).toEqual([
      'npm run package',
      'node scripts/packaging/sign-listing.mjs release',
    ]);
    const { env } = installers.steps.find(({ run }) => run === 'npm run package')!;
    for (const [name, value] of Object.entries(env!)) {
      expect(value, name).toContain(name.startsWith('WIN_') ? "'Windows'" : "'macOS'");
    }
    // The key of the listings and the certificates are never in the same job.
    expect(JSON.stringify(installers)).not.toContain('WAYPOST_UPDATE_PRIVATE_KEY');
  });

  test('runs no tests and no audit: those have a job of their own without secrets', () => {
    expect(hasSecrets(check)).toBe(false);
    expect(check.environment).toBeUndefined();
    for (const job of [installers, draft]) {
      expect(runs(job).join('\n')).not.toMatch(/npm test|npm audit|npx/);
    }
  });

  test('restores nothing from a cache', () => {
    expect(text).not.toMatch(/actions\/cache|\bcache:|restore-keys/);
  });
});

test('every action is GitHub’s own, at one commit, and named with its version', () => {
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions.length).toBeGreaterThan(5);
  for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
  for (const line of text.split('\n').filter((each) => each.includes('uses:'))) {
    expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
  // One commit for each action.
  const names = new Set(actions.map((action) => action.split('@')[0]));
  expect(new Set(actions).size).toBe(names.size);
});

test('is not started by pull requests, and each job has the least permissions', () => {
  expect(Object.keys(workflow.on).toSorted()).toEqual(['push', 'workflow_dispatch']);
  expect(workflow.permissions).toEqual({});
  for (const [name, job] of jobs.filter(([each]) => each !== 'draft')) {
    expect(job.permissions, name).toEqual({ contents: 'read' });
  }
  expect(draft.permissions).toEqual({
    contents: 'write',
    'id-token': 'write',
    attestations: 'write',
  });
  for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
    expect(step.with).toMatchObject({ 'persist-credentials': false });
  }
});

test('no text of an event is put into a command', () => {
  for (const run of steps.flatMap(({ run: command }) => command ?? [])) {
    expect(run).not.toContain('${{');
  }
});

test('creates a draft release with checksums and provenance of what was signed', () => {
  const at = (words: string) =>
    draft.steps.findIndex((step) => JSON.stringify(step).includes(words));
  const order = [
    'sha256sum --check SHA256SUMS',
    'sign-listing.mjs',
    'sha256sum -- *',
    'attest-build-provenance',
    'gh release create',
  ].map(at);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  expect(runs(draft).join('\n')).toContain('--draft');
});

test('takes into the draft only what the signing jobs made, by name', () => {
  const downloads = draft.steps.filter(({ uses }) => uses?.startsWith('actions/download-artifact'));
  const made = installers.strategy!.matrix.include.map(({ system }) => `waypost-${system}`);
  expect(downloads.map((step) => step.with)).toEqual(
    made.map((name) => ({ name, path: `made/${name}` })),
  );
  // Without a pattern for the lists of versions, which are signed next.
  const copied = runs(draft)
    .join('\n')
    .match(/\S*latest\S*/g);
  expect(copied).toEqual([
    'made/waypost-linux-x64/latest-linux.yml',
    'made/waypost-linux-arm64/latest-linux-arm64.yml',
    'made/waypost-windows/latest.yml',
    'made/waypost-macos/latest-mac.yml',
  ]);
});

test('refers to existing files only', () => {
  for (const [name] of text.matchAll(/scripts\/[\w/.-]+\w/g)) {
    expect(fs.existsSync(path.join(root, name)), name).toBe(true);
  }
  for (const [, stage] of text.matchAll(/npm test -- --only=(\w+)/g)) {
    expect(fs.readFileSync(path.join(root, 'scripts/stages.mjs'), 'utf8')).toContain(
      `name: '${stage}'`,
    );
  }
});
