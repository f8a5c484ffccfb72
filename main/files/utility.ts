// Making and reading large files in a utility process of the app. It ends when it is told to.
import type { FromFileProcess, ToFileProcess } from './messages';
import { serveFiles } from './serve-files';

/** The one thing used of Electron; its types are not imported so that the rest stays plain Node. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: ToFileProcess }) => void): void;
  postMessage(message: FromFileProcess): void;
}

const { parentPort } = process as unknown as { parentPort: ParentPort };

serveFiles({
  listen: (listener) => parentPort.on('message', ({ data }) => listener(data)),
  post: (message) => parentPort.postMessage(message),
});
