// The service on the command line, for trying the interface with curl.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createAccount, hasAccount, newApiKey } from './access';
import { openPostgres } from './postgres';
import { startService, type Quirks, type RunningService, type ServiceOptions } from './start';
import type { Store } from './store';

const usage = `The Waypost reference service; on this machine only (127.0.0.1), unless --host says otherwise.

  --port N               port to listen on (default: any free one)
  --host ADDRESS         with --store: listen on this address, with --cert and --key
  --cert FILE, --key FILE
                         certificate and key for TLS, as PEM files
  --insecure-host        allow --host without TLS, behind a proxy that has it
  --devices N            size of the demo fleet; 0 is an empty account (default: 400)
  --seed N               another number, another fleet (default: 42)
  --data FOLDER          keep the data in this folder (default: in memory)
  --store ADDRESS        keep the data in PostgreSQL, postgres://user@host/database, which
                         several instances may share; --devices is 0 unless it is given
  --keep-months N        with --store: drop locations and alerts older than the current
                         month and N before it (default: keep all)
  --create-account NAME  with --store: make the account, print its API key once, and end
  --user NAME            user name (default: demo-fleet)
  --time-zone ZONE       time zone of the account (default: Europe/Paris)
  --licences N           licences of the account (default: a few to spare)
  --token-lifetime N     seconds a token lives (default: 3600)
  --calls-per-minute N   refuse more calls than this with 429 (default: no limit)
  --results-per-device N results of one device that may be read in a day (default: no limit)
  --expiry-ends WHAT     what an expiration date ends: the device and its licence, its
                         limits, or both (device, limits or both; default: both)
  --activation-after-date WHAT
                         an activation whose expiration date has been reached: Expires is
                         switched off (switched-off, the default), the activation is
                         refused with 409 (refused), or Expires stays on (kept)
  --plain                exactly the specification: limits, counters, licences and
                         activation, and nothing beyond it (no announcements at sign-in,
                         no other changes of a device)
  --without-limits       as the documentation of the service shows it today: no limits,
                         no counters, no licences, no activation
  --quirks JSON          readings of the wire contract, e.g. '{"emptyLists":"null"}'
  --json                 print one line of JSON with url, userName and apiKey
  --help                 this text

Secrets are read from the environment, because every user of this computer can list the arguments:

  WAYPOST_SERVICE_KEY      API key (default: a new one each time)
  WAYPOST_SERVICE_STORE    address of the store with its password (or PGPASSWORD beside --store)
  WAYPOST_SERVICE_CONTROL  opens /_control to whoever brings this token (for tests)
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const switches = {
  port: text,
  host: text,
  cert: text,
  key: text,
  'insecure-host': flag,
  devices: text,
  seed: text,
  data: text,
  store: text,
  'keep-months': text,
  'create-account': text,
  user: text,
  'time-zone': text,
  licences: text,
  'token-lifetime': text,
  'calls-per-minute': text,
  'results-per-device': text,
  'expiry-ends': text,
  'activation-after-date': text,
  plain: flag,
  'without-limits': flag,
  quirks: text,
  json: flag,
  help: flag,
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof switches }>>['values'];

class UsageError extends Error {}

function whole(values: Values, name: keyof Values): number | undefined {
  const given = values[name];
  if (given === undefined) return undefined;
  if (!/^\d+$/.test(String(given)))
    throw new UsageError(`--${name} takes a whole number, not "${given}".`);
  return Number(given);
}

/** Readings that have a switch of their own, and its words. */
const readings = {
  'expiry-ends': ['expiryEnds', { device: 'device', limits: 'limits', both: 'both' }],
  'activation-after-date': [
    'activationAfterDate',
    { 'switched-off': 'switchedOff', refused: 'refused', kept: 'kept' },
  ],
} as const;

function quirks(values: Values): Partial<Quirks> {
  const chosen = Object.entries(readings).flatMap(([name, [quirk, words]]) => {
    const given = values[name as keyof typeof readings];
    if (given === undefined) return [];
    const value = Object.entries(words).find(([word]) => word === given)?.[1];
    if (value !== undefined) return [[quirk, value]];
    const all = Object.keys(words)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
    throw new UsageError(`--${name} takes ${all}, not "${given}".`);
  });
  try {
    const parsed = values.quirks ? (JSON.parse(values.quirks) as Partial<Quirks>) : {};
    return { ...parsed, ...(Object.fromEntries(chosen) as Partial<Quirks>) };
  } catch {
    throw new UsageError('--quirks takes JSON, such as \'{"emptyLists":"null"}\'.');
  }
}

/** Drops undefined options, which would override defaults. */
function options(values: Values): ServiceOptions {
  const all = {
    port: whole(values, 'port'),
    devices: whole(values, 'devices'),
    seed: whole(values, 'seed'),
    dataFolder: values.data,
    userName: values.user,
    apiKey: process.env.WAYPOST_SERVICE_KEY || undefined,
    timeZone: values['time-zone'],
    licences: whole(values, 'licences'),
    tokenLifetimeSeconds: whole(values, 'token-lifetime'),
    callsPerMinute: whole(values, 'calls-per-minute'),
    dailyResultsPerDevice: whole(values, 'results-per-device'),
    plain: values.plain,
    extensions: values['without-limits'] ? false : undefined,
    quirks: quirks(values),
    controlToken: process.env.WAYPOST_SERVICE_CONTROL || undefined,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as ServiceOptions;
}

/** The PostgreSQL store that was asked for; null: SQLite. */
async function storeOf(values: Values): Promise<Store | null> {
  const address = values.store ?? process.env.WAYPOST_SERVICE_STORE;
  if (!address) {
    const alone = (['keep-months', 'create-account', 'host', 'cert', 'key'] as const).find(
      (name) => values[name],
    );
    if (alone) throw new UsageError(`--${alone} needs --store.`);
    return null;
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new UsageError('--store takes an address such as postgres://user@host/database.');
  }
  if (values.store && url.password) {
    throw new UsageError(
      '--store takes no password, which every user of this computer could read: set PGPASSWORD or WAYPOST_SERVICE_STORE.',
    );
  }
  if (values.data) throw new UsageError('--data and --store cannot be given together.');
  return openPostgres(address, { keepMonths: whole(values, 'keep-months') ?? null });
}

/** Where a service for others listens, and what it does for its operators. */
function operation(values: Values): ServiceOptions {
  const { host, cert, key } = values;
  if (Boolean(cert) !== Boolean(key)) throw new UsageError('--cert and --key belong together.');
  if (host !== undefined && !cert && !values['insecure-host']) {
    throw new UsageError(
      '--host needs --cert and --key, or --insecure-host behind a proxy with TLS: keys and tokens would be readable.',
    );
  }
  return {
    ...(host !== undefined && { host }),
    ...(cert &&
      key && { tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } }),
    drainMs: 10_000,
    log: (call) => void process.stderr.write(`${JSON.stringify(call)}\n`),
  };
}

/** Makes the account of a new store; only its hash is kept, so the key is shown now or never. */
async function makeAccount(store: Store, userName: string): Promise<void> {
  const apiKey = process.env.WAYPOST_SERVICE_KEY || newApiKey();
  const isNew = await createAccount(store, userName, apiKey);
  await store.close();
  if (!isNew) throw new Error('the store has an account already.');
  process.stdout.write(`User name  ${userName}\nAPI key    ${apiKey}\n`);
}

function introduction({ url, userName, apiKey }: RunningService): string {
  const json = "-H 'Content-Type: application/json'";
  const body = JSON.stringify({ userName, apiKey });
  return `The reference service is running. Ctrl+C ends it.

  Service address  ${url}
  User name        ${userName}
  API key          ${apiKey}

Try it:

  TOKEN=$(curl -s ${json} -d '${body}' ${url}/api/Auth/Token | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s -H "Authorization: Bearer $TOKEN" ${url}/api/devices
  curl -s -H "Authorization: Bearer $TOKEN" ${url}/api/groups
  curl -s -H "Authorization: Bearer $TOKEN" ${url}/api/users/timeZones
`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: switches });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const operated = operation(values);
  const store = await storeOf(values);
  const name = values['create-account'];
  if (store && name !== undefined) return makeAccount(store, name);
  if (store && !process.env.WAYPOST_SERVICE_KEY && !(await hasAccount(store))) {
    await store.close();
    throw new Error('the store has no account yet: make it with --create-account NAME.');
  }
  const service = store
    ? await startService({ devices: 0, ...options(values), ...operated }, store)
    : await startService(options(values));
  const { url, userName, apiKey } = service;
  // The account of a shared store is that of whoever made it.
  const account = store ? { url } : { url, userName, apiKey };
  const text = store
    ? `The service is running at ${url}. Ctrl+C ends it.\n`
    : introduction(service);
  process.stdout.write(values.json ? `${JSON.stringify(account)}\n` : text);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    if (stopping) return;
    stopping = service.stop();
    stopping.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // A signal may come twice: from who sent it, and from the process that started this one.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const isUsage =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    isUsage ? `${message}\n\n${usage}` : `The service could not start: ${message}\n`,
  );
  process.exit(1);
});
