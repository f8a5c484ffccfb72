// The process that runs the tests. A mutant may never return; then the process is ended and replaced.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { electronBinary, electronEnv, ensureElectron } from '../electron-dist.mjs';

const startLimitMs = 120_000;

export class TestProcess {
  #copy;
  #child = null;

  constructor(copy) {
    this.#copy = copy;
  }

  /** The failure of the first test that fails, null if all pass, or `{ isTimeout: true }`. */
  async run({ file, tests, limitMs }) {
    if (!this.#child) await this.#start();
    const waiting = this.#answer(limitMs);
    this.#child.send({ file: file && path.join(this.#copy, file), tests: this.#places(tests) });
    const answer = await waiting;
    if (answer) return answer.failure;
    this.end();
    return { isTimeout: true };
  }

  end() {
    if (!this.#child) return;
    const { pid } = this.#child;
    this.#child.removeAllListeners();
    this.#child = null;
    try {
      // With the workers of Vitest, which are in the same group.
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  #places(tests) {
    return tests.map((test) => path.join(this.#copy, test));
  }

  async #start() {
    const dist = ensureElectron((line) => console.error(line));
    this.#child = spawn(electronBinary(dist), [path.join('scripts', 'mutation', 'runner.mjs')], {
      cwd: this.#copy,
      env: { ...electronEnv(dist), ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    });
    if (!(await this.#answer(startLimitMs)))
      throw new Error('Vitest did not start; its output is above');
  }

  /** The next message, or null after the time limit or the end of the process. */
  #answer(limitMs) {
    const child = this.#child;
    return new Promise((resolve) => {
      const done = (message) => {
        clearTimeout(timer);
        child.off('message', done);
        child.off('exit', end);
        resolve(message);
      };
      const end = () => done(null);
      const timer = setTimeout(end, limitMs);
      child.once('message', done);
      child.once('exit', end);
    });
  }
}
