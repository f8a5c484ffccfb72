// A private virtual display: Xvfb on a free display number, ended by its process id.
import { spawn } from 'node:child_process';

const screen = '1600x1000x24';
const patienceMs = 15_000;

function displayNumber(child) {
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`the virtual display did not start: ${why}`));
    const timer = setTimeout(() => fail('no answer in 15 s'), patienceMs);
    let text = '';
    child.stdio[3].setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`Xvfb ended with ${code}`));
  });
}

/** Starts a virtual display; `name` is the value for DISPLAY, `close` ends it. */
export async function openDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // Not in the terminal's process group, so that Ctrl-C ends the app before its display.
    detached: true,
  });
  const close = () => {
    if (child.exitCode === null) child.kill('SIGTERM');
  };
  process.once('exit', close);
  try {
    const name = `:${await displayNumber(child)}`;
    child.stdio[3].destroy();
    child.unref();
    return { name, close };
  } catch (error) {
    close();
    throw error;
  }
}
