// Why it is so: docs/decisions/0064-import-layers-plugin.md
// Who may import whom: the one table, judged by import-layers.mjs. A path stands for the folder and
// everything below it. A layer may always import itself; what its row does not list is refused.

/** Packages that only a row with `host` may import: the desktop, the updater, the keychain. */
export const hostPackages = ['electron', 'electron-updater', 'keytar'];

/** Each path may also import the paths before it. */
const inOrder = (paths, row) =>
  paths.map((path, index) => ({
    ...row,
    path,
    imports: [...row.imports, ...paths.slice(0, index)],
  }));

/** General building blocks of the main process. */
const mechanisms = ['pace', 'api', 'cache', 'exchange', 'files'].map((name) => `main/${name}`);

const mainFeatures = [
  'settings',
  'view-state',
  'maps',
  'field-mapping',
  'fleet',
  'journal',
  'drafts',
  'notes',
  'places',
  'snoozes',
  'vehicle-kinds',
  'records',
  'handover',
  'expiry',
  'history',
  'alerts',
  'submit',
  'jobs',
  'exchange',
  'visits',
  'take-along',
  'diagnostics',
].map((name) => `main/features/${name}`);

/** What draws and computes in the window, without pages. */
const rendererEngines = ['fleet', 'map', 'tracks'].map((name) => `renderer/engines/${name}`);

const rendererFeatures = [
  'usage',
  'status',
  'session',
  'field-mapping',
  'activity',
  'settings',
  'map',
  'exchange',
  'fleet',
  'edits',
  'nearby',
  'places',
  'notes',
  'snoozes',
  'vehicle-kinds',
  'limits',
  'users',
  'groups',
  'expiry',
  'history',
  'visits',
  'reports',
  'handover',
  'alerts',
  'submit',
  'take-along',
  'tour',
  'command',
  'diagnostics',
  'help',
  'wall',
].map((name) => `renderer/features/${name}`);

/**
 * - `path`: the folder.
 * - `imports`: the other folders it may import.
 * - `node`: it may import Node's modules. Tests always may.
 * - `packages`: the only packages it may import; without it, all but the host packages. Tests may
 *   import all but the host packages.
 * - `host`: the host packages it may import.
 * - `entry`: the only file that other layers may import.
 * - `relativeWithin`: the folder that a relative path must not leave; without it, `path`.
 */
export const layers = [
  { path: 'shared', imports: [], packages: ['intl-messageformat', 'zod'] },

  ...inOrder(mechanisms, { imports: ['shared'], node: true }),
  { path: 'main/secrets', imports: ['shared'], node: true, host: ['electron', 'keytar'] },
  ...inOrder(mainFeatures, {
    imports: ['shared', ...mechanisms],
    node: true,
  }),
  { path: 'main/account', imports: ['shared', ...mechanisms, 'main/features'], node: true },
  {
    path: 'main/session',
    imports: ['shared', ...mechanisms, 'main/secrets', 'main/features', 'main/account'],
    node: true,
  },
  { path: 'main/ipc', imports: ['shared'], node: true },
  // The reference service must not share the client's decoder, or both would share its errors.
  {
    path: 'main/service',
    imports: ['shared/domain'],
    node: true,
    packages: ['@hono/node-server', 'hono', 'jose', 'pg', 'rfc6902', 'zod'],
  },
  {
    path: 'main/app',
    imports: ['shared', 'main'],
    node: true,
    host: ['electron', 'electron-updater'],
    relativeWithin: 'main',
  },

  { path: 'preload', imports: ['shared/ipc'], packages: [], host: ['electron'] },

  ...inOrder(['renderer/lib', 'renderer/ui'], { imports: ['shared'] }),
  ...inOrder(rendererEngines, {
    imports: ['shared', 'renderer/lib', 'renderer/ui'],
    entry: 'index',
  }),
  ...inOrder(rendererFeatures, {
    imports: ['shared', 'renderer/lib', 'renderer/ui', 'renderer/engines'],
    entry: 'index',
  }),
  { path: 'renderer/app', imports: ['shared', 'renderer'] },
];
