// A private virtual display: Xvfb on a free display number.
import { spawn } from 'node:child_process';

const screen = '1600x1000x24';
const patienceMs = 15_000;
// Ended by its process id once the input of this shell ends: at the latest with our process, however
// that ends.
const program = `
Xvfb -displayfd 3 -screen 0 ${screen} -nolisten tcp &
display=$!
trap 'kill "$display" 2>/dev/null' EXIT
exec 3>&-
cat
`;

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
    child.stdio[3].once('end', () => fail('Xvfb ended'));
    child.once('error', (error) => fail(error.message));
  });
}

/** Starts a virtual display; `name` is the value for DISPLAY, `close` ends it. */
export async function openDisplay() {
  const child = spawn('sh', ['-c', program], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    // Not in the terminal's process group, so that Ctrl-C ends the app before its display.
    detached: true,
  });
  const close = () => child.stdin.end();
  try {
    const name = `:${await displayNumber(child)}`;
    child.stdio[3].destroy();
    child.unref();
    child.stdin.unref();
    return { name, close };
  } catch (error) {
    close();
    throw error;
  }
}
