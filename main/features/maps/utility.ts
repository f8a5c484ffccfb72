// Entry of the map process, a utility process of Electron.
import type { FromMapProcess, ToMapProcess } from './map-process';
import { limitSqliteMemory } from './mbtiles-file';
import { serveMaps } from './serve-maps';

/** The part of Electron used here; its types are not imported so that the rest stays plain Node. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: ToMapProcess }) => void): void;
  postMessage(message: FromMapProcess): void;
}

const { parentPort } = process as unknown as { parentPort: ParentPort };

limitSqliteMemory();
serveMaps({
  listen: (listener) => parentPort.on('message', ({ data }) => listener(data)),
  post: (message) => parentPort.postMessage(message),
});
