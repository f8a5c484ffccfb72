import type { TrackColumns } from '#shared/history/columns';
import { FaultError } from '#shared/fault';
import { readTableFile } from './table-files';
import { checkedFile } from '#main/exchange/tracks/checked-file';
import { fileOf } from './file-task';
import type { FromFileProcess, ToFileProcess } from './messages';
import { writePart } from './write-part';

/** The process's end of what joins it with the app. */
export interface FilePort {
  listen(listener: (message: ToFileProcess) => void): void;
  post(message: FromFileProcess): void;
}

/** A person is told of every so many rows, or of each two-hundredth part. */
const leastTold = 2_000;
/** Read, a file takes ten times its size of memory. */
const mostMegabytes = 128;

/** What the process of files does: takes columns in, and then one task; or reads one file. */
export function serveFiles(port: FilePort): void {
  const parts: TrackColumns[][] = [];

  async function write({ task, part, file }: Extract<ToFileProcess, { type: 'write' }>) {
    let done = 0;
    let told = 0;
    const { rows, pieces } = fileOf(task, parts, (more) => {
      done += more;
      if (done - told < Math.max(leastTold, rows / 200)) return;
      told = done;
      port.post({ type: 'rows', done, total: rows });
    });
    port.post({ type: 'rows', done, total: rows });
    await writePart(part, file, pieces);
    port.post({ type: 'written', rows });
  }

  async function judge({ file, judging }: Extract<ToFileProcess, { type: 'judge' }>) {
    let told = 0;
    const tell = (step: 'reading' | 'parsing', share: number, bytes: number) => {
      // Nobody sees less than a hundredth.
      if (share < 1 && share - told < 0.01) return;
      told = share;
      port.post({ type: 'read', step, share, bytes });
    };
    const content = await readTableFile(file, mostMegabytes, (done, total) =>
      tell('reading', Math.min(1, done / total), total),
    );
    told = 0;
    const bytes = content.length;
    port.post({ type: 'read', step: 'parsing', share: null, bytes });
    const judged = checkedFile(content, judging, (share) => tell('parsing', share, bytes));
    port.post({ type: 'judged', judged });
  }

  port.listen((message) => {
    if (message.type === 'columns') {
      (parts[message.device] ??= []).push(message.columns);
      return;
    }
    const work = message.type === 'write' ? write(message) : judge(message);
    work.catch((error: unknown) => port.post(troubleOf(error)));
  });
}

function troubleOf(error: unknown): FromFileProcess {
  if (error instanceof FaultError) return { type: 'failed', fault: error.fault };
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(typeof error);
  return { type: 'broken', name, frames: stack.slice(stack.indexOf(message) + message.length) };
}
