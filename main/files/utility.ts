// Entry of the file process, a utility process of Electron that the app ends after one task.
import type { FromFileProcess, ToFileProcess } from './messages';
import { serveFiles } from './serve-files';

/** The part of Electron used here; its types are not imported so that the rest stays plain Node. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: ToFileProcess }) => void): void;
  postMessage(message: FromFileProcess): void;
}

const { parentPort } = process as unknown as { parentPort: ParentPort };

serveFiles({
  listen: (listener) => parentPort.on('message', ({ data }) => listener(data)),
  post: (message) => parentPort.postMessage(message),
});
