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
    // It has ended since.
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

/** Megabytes of PSS of a process and all below it. */
export function memoryOf(pid) {
  const pss = [...tree(pid)].map((id) => {
    const line = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${id}/smaps_rollup`));
    return line ? Number(line[1]) : 0;
  });
  return sum(pss) / 1024;
}

/** Milliseconds of processor time that a process and all below it have used so far. */
export function processorTimeOf(pid) {
  const ticks = [...tree(pid)].map((id) => {
    // The name of the process, in brackets, may hold blanks.
    const fields = read(`/proc/${id}/stat`).split(') ').at(-1).split(' ');
    return fields.length > 12 ? Number(fields[11]) + Number(fields[12]) : 0;
  });
  return (sum(ticks) * 1000) / ticksPerSecond;
}
