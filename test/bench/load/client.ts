import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { kinds, pick, warmUpSeconds, type Kind, type Load, type Measured } from './requests';

// Many clients in a process of their own: each sends its next request when it has the answer of the last one.

const agent = new http.Agent({ keepAlive: true, maxSockets: 1_000 });

/** Resolves to the status of the answer, when all of it is there. */
function send(url: string, token: string, kind: Kind, devices: number): Promise<number> {
  const [method, path, body] = kinds[kind](`d${pick(devices)}`, devices);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, headers, agent }, (answer) => {
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
      answer.resume();
    });
    request.once('error', reject);
    request.end(text);
  });
}

async function drive(load: Load): Promise<Measured> {
  const weighted = Object.entries(load.weights).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind as Kind),
  );
  const times: Measured['times'] = {};
  let errors = 0;
  const from = performance.now() + warmUpSeconds * 1_000;
  const until = from + load.seconds * 1_000;
  const work = Array.from({ length: load.clients }, async (_, client) => {
    for (let turn = client; performance.now() < until; turn += 1) {
      const kind = weighted[pick(weighted.length)]!;
      const begun = performance.now();
      const url = load.urls[turn % load.urls.length]!;
      const status = await send(url, load.token, kind, load.devices).catch(() => 0);
      if (begun < from) continue;
      const isExpected = status < 300 && status > 0;
      if (isExpected || (kind === 'activation' && status === 409)) {
        (times[kind] ??= []).push(performance.now() - begun);
      } else errors += 1;
    }
  });
  await Promise.all(work);
  const all = Object.values(times).reduce((sum, list) => sum + list.length, 0);
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  const { user, system } = process.cpuUsage();
  return { perSecond: all / load.seconds, errors, cpuMs: (user + system) / 1_000, times };
}

process.stdout.write(JSON.stringify(await drive(JSON.parse(process.argv[2] ?? '') as Load)));
