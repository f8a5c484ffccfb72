import { inject } from 'vitest';
import { openPostgres } from '../../main/service/postgres';
import {
  startService,
  type RunningService,
  type ServiceControl,
  type ServiceOptions,
} from '../../main/service/start';
import { startInstancesFront } from './instances-front';
import { emptySchema } from './postgres';

/** For stores of tests, which must not give up because the computer is busy. */
export const patient = { connectTimeoutMs: 60_000 };

/** What concerns one process, so that every instance has to be told. */
const ofEach = ['setFaults', 'setQuirks', 'setTerms', 'advance', 'resetCalls'] as const;

/** The control of several instances: the first one does what changes the database. */
function controlOf(instances: readonly RunningService[]): ServiceControl {
  const told = ofEach.map((name) => [
    name,
    (...args: unknown[]) => {
      for (const { control } of instances)
        (control[name] as (...given: unknown[]) => void)(...args);
    },
  ]);
  return { ...instances[0]!.control, ...(Object.fromEntries(told) as Partial<ServiceControl>) };
}

/**
 * A service of one or more instances on an empty PostgreSQL store. With several, its address is that of a
 * proxy that asks another instance with each request.
 */
export async function startOnPostgres(
  options: ServiceOptions,
  count = 1,
): Promise<RunningService & { instances: readonly RunningService[]; store: string }> {
  const schema = await emptySchema(inject('postgresUrl'));
  const instances: RunningService[] = [];
  const stopAll = async () => {
    for (const instance of instances) await instance.stop();
    await schema.drop();
  };
  try {
    for (let i = 0; i < count; i += 1) {
      const [first] = instances;
      const same = first && { apiKey: first.apiKey, port: 0 };
      const store = await openPostgres(schema.url, { connections: 5, ...patient });
      instances.push(await startService({ ...options, ...same }, store));
    }
    const front =
      count === 1 ? null : await startInstancesFront(() => instances.map(({ url }) => url));
    return {
      ...instances[0]!,
      url: front?.url ?? instances[0]!.url,
      control: controlOf(instances),
      stop: async () => {
        await front?.stop();
        await stopAll();
      },
      instances,
      store: schema.url,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}
