import type { WorkerScope } from '#lib/rpc';
import { serveTracks } from './worker-host';

serveTracks(globalThis as unknown as WorkerScope);
