// The file process as a plain child process, for tests: the same code over Node's own channel.
import type { ToFileProcess } from '../../main/files/messages';
import { serveFiles } from '../../main/files/serve-files';

serveFiles({
  listen: (listener) => process.on('message', (message) => listener(message as ToFileProcess)),
  post: (message) => void process.send?.(message),
});
process.on('disconnect', () => process.exit(0));
