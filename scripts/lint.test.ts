import { beforeAll, describe, expect, test } from 'vitest';
import { lint, type LintResult } from './lint/run-lint.test-support';

// The import rules, tested with real files: every probe is a file in a temporary project, and one run
// of the linter with the project's configuration judges them all.

type Probe = [file: string, imported: string];

/** Imports that must fail, by a part of the message. */
const refused: Record<string, Probe[]> = {
  'must not import the folder': [
    ['shared/domain/probe.ts', '#main/api/caller'],
    ['shared/domain/probe.ts', '#features/map'],
    ['shared/domain/probe.ts', '../../main/api/caller'],
    ['shared/domain/probe.ts', '../../scripts/setup.mjs'],
    ['shared/domain/probe.ts', '../../package.json'],
    ['shared/probe.ts', '../renderer/lib/api'],
    ['shared/domain/probe.test.ts', '#main/api/caller'],
    ['shared/domain/probe.test.ts', '../../test/support/ipc'],

    ['main/api/probe.ts', '#main/session/session'],
    ['main/api/probe.ts', '../session/session'],
    ['main/api/probe.ts', './../session/session'],
    ['main/api/probe.ts', '../ipc/serve'],
    ['main/api/probe.ts', '#main/service/start'],
    ['main/api/probe.ts', '#main/secrets/keychain'],
    ['main/api/probe.ts', '../../renderer/lib/api'],
    ['main/cache/probe.ts', '#main/app/services'],
    ['main/cache/inner/probe.ts', '../../session/session'],
    ['main/pace/probe.ts', '#main/ipc/serve'],
    ['main/ipc/probe.ts', '#main/session/session'],
    ['main/files/probe.ts', '#main/features/records/records'],
    ['main/files/probe.ts', '#main/account/account'],
    ['main/files/probe.test.ts', '#main/features/records/records'],
    ['main/secrets/probe.ts', '#main/service/start'],
    ['main/secrets/probe.ts', '#main/cache/cache'],
    ['main/secrets/probe.ts', '../app/window'],

    // The order of the mechanisms.
    ['main/pace/probe.ts', '#main/api/caller'],
    ['main/api/probe.ts', '#main/cache/cache'],
    ['main/cache/probe.ts', '#main/exchange/csv'],
    ['main/exchange/probe.ts', '#main/files/file-work'],

    ['main/features/records/probe.ts', '#main/ipc/serve'],
    ['main/features/records/probe.ts', '../../app/window'],
    ['main/features/records/probe.ts', '#main/service/start'],
    ['main/features/records/probe.ts', '#main/secrets/keychain'],
    ['main/features/exchange/probe.ts', '#main/account/account'],
    ['main/features/exchange/probe.ts', '#main/session/session'],
    ['main/features/submit/probe.test.ts', '#main/session/session'],

    // The order of the features of main.
    ['main/features/settings/probe.ts', '#main/features/fleet/fleet'],
    ['main/features/fleet/probe.ts', '#main/features/journal/journal'],
    ['main/features/journal/probe.ts', '#main/features/drafts/drafts'],
    ['main/features/drafts/probe.ts', '#main/features/records/records'],
    ['main/features/records/probe.ts', '#main/features/expiry/expiry'],
    ['main/features/expiry/probe.ts', '#main/features/history/history'],
    ['main/features/history/probe.ts', '#main/features/alerts/alert-log'],
    ['main/features/history/probe.ts', '../alerts/alert-log'],
    ['main/features/alerts/probe.ts', '#main/features/submit/submissions'],
    ['main/features/submit/probe.ts', '#main/features/jobs/jobs'],
    ['main/features/jobs/probe.ts', '#main/features/exchange/exchange'],

    ['main/account/probe.ts', '#main/session/session'],
    ['main/account/probe.ts', '#main/ipc/serve'],
    ['main/account/probe.ts', '#main/app/services'],
    ['main/account/probe.ts', '#main/service/start'],
    ['main/account/probe.ts', '#main/secrets/keychain'],
    ['main/session/probe.ts', '#main/ipc/serve'],
    ['main/session/probe.ts', '#main/app/services'],
    ['main/session/probe.ts', '#main/service/start'],

    ['main/service/probe.ts', '#shared/fault'],
    ['main/service/probe.ts', '#shared/wire/device'],
    ['main/service/probe.ts', '#shared/ipc/contract'],
    ['main/service/probe.ts', '../../shared/wire/device'],
    ['main/service/routes/probe.ts', '../../../shared/wire/device'],
    ['main/service/probe.ts', '#main/api/caller'],
    ['main/service/probe.ts', '#main/secrets/keychain'],
    ['main/service/probe.ts', '../api/caller'],
    ['main/service/routes/probe.ts', '../../cache/cache'],
    ['main/service/probe.ts', '../session/session'],
    ['main/service/probe.ts', '../app/window'],
    ['main/service/probe.test.ts', '#shared/wire/device'],

    ['main/ipc/probe.ts', '#main/api/caller'],
    ['main/ipc/probe.ts', '#main/pace/budget'],
    ['main/ipc/probe.ts', '#main/files/file-work'],
    ['main/ipc/probe.ts', '#main/exchange/csv'],
    ['main/ipc/probe.ts', '#main/secrets/keychain'],
    ['main/ipc/probe.ts', '#main/service/start'],
    ['main/ipc/probe.ts', '../cache/cache'],
    ['main/ipc/probe.ts', '../app/services'],

    ['main/app/probe.ts', '#features/map'],
    ['main/app/probe.ts', '../../renderer/lib/api'],
    ['main/app/probe.ts', '../../preload/index'],
    ['main/app/probe.test.ts', '../../test/support/ipc'],

    ['preload/probe.ts', '#main/app/window'],
    ['preload/probe.ts', '../main/app/window'],
    ['preload/probe.ts', '../renderer/lib/api'],
    ['preload/probe.ts', '#lib/api'],
    ['preload/probe.ts', '#shared/wire/device'],
    ['preload/probe.ts', '#shared/fault'],

    ['renderer/ui/probe.tsx', '#features/map'],
    ['renderer/ui/probe.tsx', '../features/map/engine'],
    ['renderer/ui/probe.tsx', '../app/shell'],
    ['renderer/lib/probe.ts', '#features/fleet'],
    ['renderer/lib/probe.ts', '#ui/notice'],
    ['renderer/lib/probe.ts', '#main/api/caller'],
    ['renderer/features/users/probe.ts', '#main/api/caller'],
    ['renderer/features/users/probe.ts', '../../../main/api/caller'],
    ['renderer/features/users/probe.ts', '../../app/shell'],
    ['renderer/features/users/parts/probe.ts', '../../../app/shell'],
    ['renderer/features/users/probe.ts', '../../../preload/index'],
    ['renderer/features/users/probe.test.ts', '#main/api/caller'],
    ['renderer/features/users/probe.test.ts', '#features/groups'],
    ['renderer/features/users/probe.ts', '../../../test/support/window/show'],
    ['renderer/features/users/probe.test.tsx', '../../../test/support/ipc'],
    ['renderer/app/probe.tsx', '#main/app/window'],
    ['renderer/app/probe.tsx', '../../main/app/window'],

    // The order of the engines of the renderer, which know no feature.
    ['renderer/engines/fleet/probe.ts', '#engines/map'],
    ['renderer/engines/map/probe.ts', '#engines/tracks'],
    ['renderer/engines/map/probe.ts', '#features/map'],
    ['renderer/engines/map/style/probe.ts', '../../../features/map'],
    ['renderer/lib/probe.ts', '#engines/fleet'],

    // The order of the features of the renderer.
    ['renderer/features/usage/probe.ts', '#features/status'],
    ['renderer/features/status/probe.ts', '#features/session'],
    ['renderer/features/session/probe.ts', '#features/activity'],
    ['renderer/features/activity/probe.ts', '#features/map'],
    ['renderer/features/settings/probe.ts', '#features/map'],
    ['renderer/features/settings/probe.ts', '#features/exchange'],
    ['renderer/features/exchange/probe.ts', '#features/fleet'],
    ['renderer/features/fleet/probe.ts', '#features/edits'],
    ['renderer/features/edits/probe.ts', '#features/limits'],
    ['renderer/features/limits/probe.ts', '#features/users'],
    ['renderer/features/users/probe.ts', '#features/groups'],
    ['renderer/features/groups/probe.ts', '#features/expiry'],
    ['renderer/features/expiry/probe.ts', '#features/history'],
    ['renderer/features/history/probe.ts', '#features/alerts'],
    ['renderer/features/alerts/probe.ts', '#features/submit'],
    ['renderer/features/map/engine/probe.ts', '../../fleet/store'],
  ],
  'must not import the package': [
    ['shared/domain/probe.ts', 'react'],
    ['shared/domain/probe.ts', 'zod-to-json-schema'],
    ['shared/domain/probe.ts', 'electron'],
    ['shared/domain/probe.test.ts', 'electron'],
    ['main/api/probe.ts', 'electron'],
    ['main/api/probe.ts', 'keytar'],
    ['main/features/jobs/probe.ts', 'electron'],
    ['main/features/records/probe.ts', 'electron'],
    ['main/features/records/probe.ts', 'electron/main'],
    ['main/features/records/probe.test.ts', 'electron'],
    ['main/account/probe.ts', 'electron'],
    ['main/session/probe.ts', 'electron'],
    ['main/session/probe.ts', 'electron-updater'],
    ['main/service/probe.ts', 'electron'],
    ['main/service/probe.ts', 'fflate'],
    ['main/ipc/probe.ts', 'electron'],
    ['main/app/probe.ts', 'keytar'],
    ['preload/probe.ts', 'zod'],
    ['renderer/features/users/probe.ts', 'electron'],
    ['renderer/features/users/probe.ts', 'electron/renderer'],
    ['renderer/app/probe.tsx', 'electron'],
  ],
  "must not import Node's modules": [
    ['shared/domain/probe.ts', 'node:fs'],
    ['preload/probe.ts', 'node:fs'],
    ['renderer/lib/probe.ts', 'node:path'],
    ['renderer/lib/probe.ts', 'path'],
    ['renderer/features/users/probe.ts', 'node:fs'],
    ['renderer/features/users/probe.ts', 'fs/promises'],
  ],
  'Other layers may import only': [
    ['renderer/features/users/probe.ts', '../map'],
    ['renderer/app/probe.tsx', '../features/fleet'],
    ['renderer/features/users/probe.ts', '../map/engine'],
    ['renderer/features/users/probe.ts', '../../engines/map/camera'],
    ['renderer/features/users/probe.ts', '#features/map/engine'],
    ['renderer/features/history/map/probe.ts', '../../map/engine/camera'],
    ['renderer/features/users/probe.test.ts', '../edits/drafts'],
    ['renderer/app/probe.tsx', '../features/fleet/store'],
  ],
  'instead of a relative path': [
    ['main/api/probe.ts', '../../shared/fault'],
    ['main/cache/inner/probe.ts', '../../api/caller'],
    ['main/features/records/probe.ts', '../journal/journal'],
    ['main/features/records/probe.ts', '../../cache/cache'],
    ['main/features/records/probe.test.ts', '../../cache/cache.test-support'],
    ['main/ipc/probe.ts', '../../shared/fault'],
    ['main/app/probe.ts', '../../shared/fault'],
    ['preload/probe.ts', '../shared/ipc/define'],
    ['renderer/lib/probe.ts', '../../shared/fault'],
    ['renderer/ui/probe.tsx', '../lib/format'],
    ['renderer/features/users/probe.ts', '../map/index'],
    ['renderer/features/users/probe.ts', '../../ui/notice'],
    ['renderer/features/users/probe.ts', '../../../shared/fault'],
    ['renderer/app/probe.tsx', '../features/fleet/index'],
  ],
  'Only tests may import test support': [
    ['shared/domain/probe.ts', './fleet.test-support'],
    ['main/features/jobs/probe.ts', './queue.test-support'],
    ['main/features/records/probe.ts', '#main/cache/cache.test-support'],
    ['main/app/probe.ts', '../cache/cache.bench'],
    ['renderer/features/users/probe.ts', '#lib/clock.test-support'],
  ],
  'belongs to no layer': [
    ['main/utilities/probe.ts', '#shared/fault'],
    ['main/features/devices/probe.ts', '#shared/fault'],
    ['renderer/features/devices/probe.ts', '#shared/fault'],
  ],
};

const allowed: Probe[] = [
  ['shared/domain/probe.ts', 'zod'],
  ['shared/domain/probe.ts', 'zod/mini'],
  ['shared/domain/probe.ts', './device'],
  ['shared/ipc/probe.ts', '../domain/device'],
  ['shared/wire/probe.ts', '#shared/domain/device'],
  ['shared/domain/probe.test.ts', 'fast-check'],
  ['shared/domain/probe.test.ts', 'node:fs'],

  ['main/api/probe.ts', '#shared/wire/device'],
  ['main/api/probe.ts', '#main/pace/budget'],
  ['main/api/probe.ts', 'node:https'],
  ['main/cache/probe.ts', '#main/api/caller'],
  ['main/cache/inner/probe.ts', '../database'],
  ['main/exchange/probe.ts', '#main/cache/cache'],
  ['main/exchange/probe.ts', 'fflate'],
  ['main/files/probe.ts', '#main/exchange/csv'],
  ['main/files/probe.ts', '#main/cache/cache'],
  ['main/secrets/probe.ts', 'electron'],
  ['main/secrets/probe.ts', 'keytar'],
  ['main/secrets/probe.ts', '#shared/fault'],

  ['main/features/records/probe.ts', '#main/api/caller'],
  ['main/features/records/probe.ts', '#main/cache/cache'],
  ['main/features/records/probe.ts', './rows'],
  ['main/features/records/probe.ts', '#main/features/settings/settings'],
  ['main/features/fleet/probe.ts', '#main/features/settings/settings'],
  ['main/features/journal/probe.ts', '#main/features/fleet/fleet'],
  ['main/features/drafts/probe.ts', '#main/features/journal/journal'],
  ['main/features/records/probe.ts', '#main/features/drafts/drafts'],
  ['main/features/expiry/probe.ts', '#main/features/records/records'],
  ['main/features/history/probe.ts', '#main/features/expiry/expiry'],
  ['main/features/alerts/probe.ts', '#main/features/history/history'],
  ['main/features/submit/probe.ts', '#main/features/alerts/alert-log'],
  ['main/features/jobs/probe.ts', '#main/features/submit/submissions'],
  ['main/features/exchange/probe.ts', '#main/features/jobs/jobs'],
  ['main/features/records/probe.test.ts', '#main/cache/cache.test-support'],
  ['main/features/records/probe.test-support.ts', 'vitest'],
  ['main/features/history/probe.bench.ts', './synthetic-year.test-support'],

  ['main/account/probe.ts', '#main/features/records/records'],
  ['main/account/probe.ts', '#main/pace/budget'],
  ['main/session/probe.ts', '#main/account/account'],
  ['main/session/probe.ts', '#main/secrets/keychain'],
  ['main/session/probe.ts', '#main/features/fleet/fleet'],
  ['main/session/probe.ts', '#main/cache/cache'],
  ['main/service/probe.ts', '#shared/domain/device'],
  ['main/service/probe.ts', 'node:sqlite'],
  ['main/service/probe.ts', 'hono/body-limit'],
  ['main/service/probe.ts', '@hono/node-server/utils/response'],
  ['main/service/routes/probe.ts', '../app'],
  ['main/service/routes/probe.ts', '#main/service/store'],
  ['main/ipc/probe.ts', '#shared/ipc/contract'],
  ['main/app/probe.ts', 'electron'],
  ['main/app/probe.ts', 'electron-updater'],
  ['main/app/probe.ts', '../ipc/serve'],
  ['main/app/probe.ts', '#main/cache/cache'],
  ['main/app/probe.ts', '#main/service/start'],

  ['preload/probe.ts', 'electron'],
  ['preload/probe.ts', '#shared/ipc/define'],

  ['renderer/ui/probe.tsx', '@mantine/core'],
  ['renderer/ui/probe.tsx', '#lib/format'],
  ['renderer/lib/probe.ts', '#shared/fault'],
  ['renderer/features/users/probe.ts', '#features/map'],
  ['renderer/features/users/probe.ts', '#ui/notice'],
  ['renderer/features/users/probe.ts', './store'],
  ['renderer/features/users/parts/probe.ts', '../store'],
  ['renderer/features/history/trips/probe.tsx', '../history.module.css'],
  ['renderer/features/map/style/probe.ts', 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'],
  ['renderer/features/users/probe.test.ts', 'node:fs'],
  ['renderer/features/users/probe.test.ts', '../../engines/fleet/synthetic.test-support'],
  ['renderer/features/users/probe.test.ts', '#lib/clock.test-support'],
  ['renderer/features/users/probe.test.tsx', '../../../test/support/window/show'],
  ['renderer/app/probe.tsx', '#features/fleet'],
  ['renderer/app/probe.tsx', '#engines/fleet'],
  // The order of the engines of the renderer.
  ['renderer/engines/map/probe.ts', '#engines/fleet'],
  ['renderer/engines/tracks/probe.ts', '#engines/map'],
  ['renderer/engines/map/probe.ts', '#lib/format'],
  ['renderer/features/users/probe.ts', '#engines/map'],
  // The order of the features of the renderer.
  ['renderer/features/status/probe.ts', '#features/usage'],
  ['renderer/features/session/probe.ts', '#features/status'],
  ['renderer/features/activity/probe.ts', '#features/session'],
  ['renderer/features/map/probe.ts', '#features/activity'],
  ['renderer/features/map/probe.ts', '#features/settings'],
  ['renderer/features/exchange/probe.ts', '#features/settings'],
  ['renderer/features/fleet/probe.ts', '#features/exchange'],
  ['renderer/features/edits/probe.ts', '#features/fleet'],
  ['renderer/features/limits/probe.ts', '#features/edits'],
  ['renderer/features/users/probe.ts', '#features/limits'],
  ['renderer/features/groups/probe.ts', '#features/users'],
  ['renderer/features/expiry/probe.ts', '#features/groups'],
  ['renderer/features/history/probe.ts', '#features/expiry'],
  ['renderer/features/alerts/probe.ts', '#features/history'],
  ['renderer/features/submit/probe.ts', '#features/alerts'],
];

/** Every way to import; each must be judged. */
const forms = {
  import: "import { probe } from 'SOURCE';\nprobe();\n",
  'import for its effects': "import 'SOURCE';\n",
  'import type': "import type { Probe } from 'SOURCE';\nexport type Other = Probe[];\n",
  'export from': "export { probe } from 'SOURCE';\n",
  'export all': "export * from 'SOURCE';\n",
  'dynamic import': "export const probe = () => import('SOURCE');\n",
  'type of an import': "export type Probe = typeof import('SOURCE');\n",
  'import of a type in place': "export type Probe = import('SOURCE').Probe;\n",
};

const files = new Map<string, string>();

/** Adds a probe under a name of its own, so that one run of the linter judges them all. */
function addProbe([file, imported]: Probe, form = forms.import): string {
  const name = file.replace('probe', `probe-${files.size}`);
  files.set(name, form.replace('SOURCE', imported));
  return name;
}

const refusedProbes = Object.entries(refused).flatMap(([message, probes]) =>
  probes.map((probe) => ({ message, file: probe[0], imported: probe[1], name: addProbe(probe) })),
);
const allowedProbes = allowed.map((probe) => ({
  file: probe[0],
  imported: probe[1],
  name: addProbe(probe),
}));
const formProbes = Object.entries(forms).map(([form, code]) => ({
  form,
  wrong: addProbe(['main/api/probe.ts', '#main/session/session'], code),
  right: addProbe(['main/api/probe.ts', '#main/pace/budget'], code),
}));

let messages: LintResult;

beforeAll(() => {
  messages = lint(files);
});

describe('the import rules', () => {
  test.each(refusedProbes)('refuse $imported in $file', ({ name, message }) => {
    expect(messages(name, 'import-layers')).toEqual([expect.stringContaining(message)]);
  });

  test.each(allowedProbes)('allow $imported in $file', ({ name }) => {
    expect(messages(name, 'import-layers')).toEqual([]);
  });

  test.each(formProbes)('judge the form "$form"', ({ wrong, right }) => {
    expect(messages(wrong, 'import-layers')).toHaveLength(1);
    expect(messages(right, 'import-layers')).toEqual([]);
  });
});
