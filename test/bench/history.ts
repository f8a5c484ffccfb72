import { fork } from 'node:child_process';
import { benchHistory } from '#main/features/history/history.bench';
import { benchExports } from '#main/features/exchange/export.bench';
import type { StartFileProcess } from '#main/files/file-work';
import type { ToFileProcess } from '#main/files/messages';
import { serveFiles } from '#main/files/serve-files';

// A year of one device, as main stores and reads it; prints one line of JSON for each round. `exports`
// measures its files, a line for each, written in a process as in the app; `files` is that process.
const [first = '3'] = process.argv.slice(2);
if (first === 'files') serve();
else if (first === 'exports') await exports();
else for (let i = 0; i < Number(first); i++) console.log(JSON.stringify(benchHistory()));

function serve(): void {
  serveFiles({
    listen: (listener) => process.on('message', (message) => listener(message as ToFileProcess)),
    post: (message) => {
      if (message.type === 'written') process.send?.({ peakKb: process.resourceUsage().maxRSS });
      process.send?.(message);
    },
  });
}

async function exports(): Promise<void> {
  let peakKb = 0;
  const start: StartFileProcess = ({ onMessage, onEnd }) => {
    const child = fork(import.meta.filename, ['files'], { serialization: 'advanced' });
    child.on('message', (message: { peakKb?: number }) => {
      if (message.peakKb === undefined) onMessage(message);
      else peakKb = message.peakKb;
    });
    child.once('exit', onEnd);
    return { post: (message) => child.send(message), kill: () => child.kill() };
  };
  for await (const figures of benchExports(start)) {
    console.log(JSON.stringify({ ...figures, peakBytes: peakKb * 1_024 }));
  }
}
