// What the clients of the load send.

export interface Load {
  urls: readonly string[];
  token: string;
  clients: number;
  seconds: number;
  devices: number;
  /** How often each kind of request is sent, relative to the others. */
  weights: Readonly<Partial<Record<Kind, number>>>;
}

/** They do not count: what has just started is slower, until its code is compiled. */
export const warmUpSeconds = 10;

export interface Measured {
  perSecond: number;
  errors: number;
  /** Processor time of the clients, milliseconds. */
  cpuMs: number;
  /** Milliseconds, ascending, of each kind. */
  times: Partial<Record<Kind, number[]>>;
}

type Sent = [method: string, path: string, body?: unknown];

const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
const hourMs = 3_600_000;
const place = { latitude: 48.1, longitude: 11.5 };
export const pick = (count: number) => Math.floor(Math.random() * count);

export const kinds = {
  'last location': (id: string) => ['GET', `/api/devices/${id}/lastLocation`],
  range: (id: string) => [
    'POST',
    `/api/devices/${id}/locations`,
    { from: isoAgo(6 * hourMs), to: isoAgo(0) },
  ],
  submission: (id: string) => [
    'POST',
    `/api/devices/${id}/locations`,
    { dateTime: isoAgo(pick(hourMs)), ...place, speed: 12 },
  ],
  patch: (id: string) => [
    'PATCH',
    `/api/devices/${id}`,
    [{ op: 'replace', path: '/description', value: `Line ${pick(100)}` }],
  ],
  // Answered with 409, because no licence is left: the count of licences is what is measured.
  activation: () => [
    'PATCH',
    '/api/devices/inactive',
    [{ op: 'replace', path: '/active', value: true }],
  ],
  'group of 100': (_id: string, devices: number) => [
    'PUT',
    `/api/groups/g${pick(100)}`,
    { name: `Vans ${pick(1e9)}`, devices: Array.from({ length: 100 }, () => `d${pick(devices)}`) },
  ],
} satisfies Record<string, (id: string, devices: number) => Sent>;
export type Kind = keyof typeof kinds;
