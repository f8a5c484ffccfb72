// Memory and processor time of an app with all its processes, from /proc (Linux only).
import fs from 'node:fs';

const ticksPerSecond = 100;

function* tree(pid) {
  yield pid;
  let children = '';
  try {
    for (const task of fs.readdirSync(`/proc/${pid}/task`))
      children += `${fs.readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')} `;
  } catch {
    // The process has ended.
  }
  for (const child of children.split(' ').filter(Boolean)) yield* tree(Number(child));
}

const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** The PSS of a process and its descendants, in megabytes. */
export function memoryOf(pid) {
  const pss = [...tree(pid)].map((id) => {
    const line = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${id}/smaps_rollup`));
    return line ? Number(line[1]) : 0;
  });
  return sum(pss) / 1024;
}

/** The processor time used so far by a process and its descendants, in milliseconds. */
export function processorTimeOf(pid) {
  const ticks = [...tree(pid)].map((id) => {
    // The name of the process, in brackets, may contain spaces.
    const fields = read(`/proc/${id}/stat`).split(') ').at(-1).split(' ');
    return fields.length > 12 ? Number(fields[11]) + Number(fields[12]) : 0;
  });
  return (sum(ticks) * 1000) / ticksPerSecond;
}

/** The processor time used so far by the main thread of a process, in milliseconds. */
export function threadTimeOf(pid) {
  const [nanoseconds] = read(`/proc/${pid}/task/${pid}/schedstat`).split(' ');
  return Number(nanoseconds) / 1e6;
}
