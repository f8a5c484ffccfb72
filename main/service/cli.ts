// The service on the command line, for trying the interface with curl.
import { parseArgs } from 'node:util';
import { startService, type Quirks, type RunningService, type ServiceOptions } from './start';

const usage = `The Waypost reference service, on this machine only (127.0.0.1).

  --port N               port to listen on (default: any free one)
  --devices N            size of the demo fleet; 0 is an empty account (default: 400)
  --seed N               another number, another fleet (default: 42)
  --data FOLDER          keep the data in this folder (default: in memory)
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
  WAYPOST_SERVICE_CONTROL  opens /_control to whoever brings this token (for tests)
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const switches = {
  port: text,
  devices: text,
  seed: text,
  data: text,
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
  const service = await startService(options(values));
  const { url, userName, apiKey } = service;
  process.stdout.write(
    values.json ? `${JSON.stringify({ url, userName, apiKey })}\n` : introduction(service),
  );
  const stop = () => {
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
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
