import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The import table of the house, proven: every pair is an actual file that the linter judges by the
// configuration of the project. They lie in a folder of their own, all judged in one run.

const root = path.resolve(import.meta.dirname, '..');

const forbidden: [file: string, imported: string][] = [
  ['shared/domain/probe.ts', 'node:fs'],
  ['shared/domain/probe.ts', 'react'],
  ['shared/domain/probe.ts', 'zod-to-json-schema'],
  ['shared/domain/probe.ts', 'electron'],
  ['shared/domain/probe.ts', '#main/api/token'],
  ['shared/domain/probe.ts', '#features/map'],
  ['shared/domain/probe.ts', '../../main/api/token'],
  ['shared/probe.ts', '../renderer/lib/api'],
  ['shared/domain/probe.test.ts', '#main/api/token'],

  ['main/api/probe.ts', 'electron'],
  ['main/api/probe.ts', '#main/session/session'],
  ['main/api/probe.ts', '../session/session'],
  ['main/api/probe.ts', './../session/session'],
  ['main/api/probe.ts', '../ipc/serve'],
  ['main/api/probe.ts', '#main/service/start'],
  ['main/api/probe.ts', '../../renderer/lib/api'],
  ['main/api/probe.ts', '../../shared/fault'],
  ['main/cache/probe.ts', '#main/app/compose'],
  ['main/cache/migrations/probe.ts', '../../session/session'],
  ['main/pace/probe.ts', '#main/ipc/handlers'],
  ['main/jobs/probe.ts', 'electron'],
  ['main/jobs/probe.ts', '#main/features/devices/devices'],
  ['main/secrets/probe.ts', '#main/service/start'],
  ['main/secrets/probe.ts', '../app/window'],

  ['main/features/devices/probe.ts', 'electron'],
  ['main/features/devices/probe.ts', '#main/ipc/serve'],
  ['main/features/devices/probe.ts', '../../app/window'],
  ['main/features/devices/probe.ts', '#main/service/start'],
  ['main/features/devices/probe.ts', '../groups/rows'],
  ['main/features/devices/probe.ts', '../groups/remote'],
  ['main/features/devices/probe.ts', '#main/features/groups/rows'],

  ['main/service/probe.ts', '#shared/wire/device'],
  ['main/service/probe.ts', '#shared/ipc/contract'],
  ['main/service/probe.ts', '../../shared/wire/device'],
  ['main/service/routes/probe.ts', '../../../shared/wire/device'],
  ['main/service/probe.ts', '#main/api/token'],
  ['main/service/probe.ts', '#main/secrets/keychain'],
  ['main/service/probe.ts', '../api/token'],
  ['main/service/routes/probe.ts', '../../cache/cache'],
  ['main/service/probe.ts', '../session/session'],
  ['main/service/probe.ts', '../app/window'],
  ['main/service/probe.ts', 'electron'],
  ['main/service/probe.test.ts', '#shared/wire/device'],

  ['main/ipc/probe.ts', 'electron'],
  ['main/ipc/probe.ts', '#main/api/token'],
  ['main/ipc/probe.ts', '../cache/cache'],
  ['main/ipc/probe.ts', '../app/compose'],

  ['main/app/probe.ts', '#features/map'],
  ['main/app/probe.ts', '../../renderer/lib/api'],
  ['main/app/probe.ts', '../../preload/index'],

  ['preload/probe.ts', '#main/app/window'],
  ['preload/probe.ts', '../main/app/window'],
  ['preload/probe.ts', '../renderer/lib/api'],
  ['preload/probe.ts', '#shared/wire/device'],
  ['preload/probe.ts', 'node:fs'],

  ['renderer/ui/probe.tsx', '#features/map'],
  ['renderer/ui/probe.tsx', '../features/map/engine'],
  ['renderer/ui/probe.tsx', '../app/shell'],
  ['renderer/lib/probe.ts', '#features/fleet-data'],
  ['renderer/lib/probe.ts', '#main/api/token'],
  ['renderer/lib/probe.ts', 'node:path'],
  ['renderer/lib/probe.ts', 'path'],
  ['renderer/features/devices/probe.ts', '#main/api/token'],
  ['renderer/features/devices/probe.ts', '../../../main/api/token'],
  ['renderer/features/devices/probe.ts', 'electron'],
  ['renderer/features/devices/probe.ts', 'electron/renderer'],
  ['renderer/features/devices/probe.ts', 'node:fs'],
  ['renderer/features/devices/probe.ts', 'fs/promises'],
  ['renderer/features/devices/probe.ts', '../map/engine'],
  ['renderer/features/devices/probe.ts', '../../app/shell'],
  ['renderer/features/devices/parts/probe.ts', '../../../app/shell'],
  ['renderer/features/devices/probe.ts', '../../../preload/index'],
  ['renderer/features/devices/probe.test.ts', '#main/api/token'],
  ['renderer/app/probe.tsx', '#main/app/window'],
  ['renderer/app/probe.tsx', 'electron'],
  ['renderer/app/probe.tsx', '../../main/app/window'],
];

const allowed: [file: string, imported: string][] = [
  ['shared/domain/probe.ts', 'zod'],
  ['shared/domain/probe.ts', 'zod/mini'],
  ['shared/domain/probe.ts', './device'],
  ['shared/ipc/probe.ts', '../domain/device'],
  ['shared/wire/probe.ts', '#shared/domain/device'],
  ['shared/domain/probe.test.ts', 'fast-check'],
  ['main/api/probe.ts', '#shared/wire/device'],
  ['main/api/probe.ts', 'node:https'],
  ['main/cache/migrations/probe.ts', '../database'],
  ['main/secrets/probe.ts', 'electron'],
  ['main/secrets/probe.ts', 'keytar'],
  ['main/features/devices/probe.ts', '#main/api/token'],
  ['main/features/devices/probe.ts', '#main/cache/cache'],
  ['main/features/devices/probe.ts', './rows'],
  ['main/features/devices/probe.ts', '../settings/settings'],
  ['main/service/probe.ts', '#shared/domain/device'],
  ['main/service/probe.ts', 'node:sqlite'],
  ['main/service/routes/probe.ts', '../app'],
  ['main/service/routes/probe.ts', '#main/service/store'],
  ['main/ipc/probe.ts', '../session/session'],
  ['main/ipc/probe.ts', '#shared/ipc/contract'],
  ['main/app/probe.ts', 'electron'],
  ['main/app/probe.ts', '../ipc/serve'],
  ['main/app/probe.ts', '#main/cache/cache'],
  ['preload/probe.ts', 'electron'],
  ['preload/probe.ts', '#shared/ipc/client'],
  ['renderer/ui/probe.tsx', '@mantine/core'],
  ['renderer/ui/probe.tsx', '#lib/format'],
  ['renderer/lib/probe.ts', '#shared/fault'],
  ['renderer/features/devices/probe.ts', '#features/map'],
  ['renderer/features/devices/probe.ts', './store'],
  ['renderer/features/devices/parts/probe.ts', '../store'],
  ['renderer/features/devices/probe.test.ts', 'node:fs'],
  ['renderer/app/probe.tsx', '#features/fleet-data'],
];

/** Each probe gets a folder of its own name scheme, so that one run of the linter judges them all. */
function probeFile(index: number, file: string): string {
  return file.replace('probe', `probe-${index}`);
}

type Diagnostic = { code?: string; filename: string };

describe('the import table', () => {
  let folder: string;
  let refused: Set<string>;
  const all = [...forbidden, ...allowed];

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-lint-'));
    const config = fs.readFileSync(path.join(root, '.oxlintrc.json'), 'utf8');
    // Types are not at stake here, and their checker is not to be found from that folder.
    const withoutTypes = config.replace('"typeAware": true', '"typeAware": false');
    fs.writeFileSync(path.join(folder, '.oxlintrc.json'), withoutTypes);
    all.forEach(([file, imported], index) => {
      const full = path.join(folder, probeFile(index, file));
      fs.mkdirSync(path.dirname(full), { recursive: true });
      fs.writeFileSync(full, `import { probe } from '${imported}';\nprobe();\n`);
    });
    const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    refused = new Set(
      diagnostics
        .filter(({ code }) => code?.includes('no-restricted-imports'))
        .map(({ filename }) => filename),
    );
  });

  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test.each(forbidden.map(([file, imported], index) => ({ file, imported, index })))(
    'refuses $imported in $file',
    ({ file, index }) => expect(refused).toContain(probeFile(index, file)),
  );

  test.each(
    allowed.map(([file, imported], index) => ({ file, imported, index: index + forbidden.length })),
  )('allows $imported in $file', ({ file, index }) =>
    expect(refused).not.toContain(probeFile(index, file)),
  );
});
