// Runs a child process and waits for it; forwards signals, and ends it when this process ends.
import { spawn } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const graceMs = 5000;

/**
 * Resolves to `{code, hasTimedOut, signal, received}`: the signals that ended the program and that this process received
 * meanwhile, or null. With `limitMs` the program and its descendants are ended after that time. `group: true` starts it
 * in its own process group, so that all of it can be ended.
 */
export function runChild(command, args, { limitMs, group = false, ...options } = {}) {
  return new Promise((resolve) => {
    const isGroup = group && process.platform !== 'win32';
    const child = spawn(command, args, { stdio: 'inherit', ...options, detached: isGroup });
    let hasTimedOut = false;
    const send = (signal) => {
      try {
        if (isGroup) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It has exited already.
      }
    };
    const kill = () => send('SIGKILL');
    const timer =
      limitMs &&
      setTimeout(() => {
        hasTimedOut = true;
        send('SIGTERM');
        setTimeout(kill, graceMs).unref();
      }, limitMs);
    let received = null;
    const forward = (signal) => {
      received = signal;
      send(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    process.once('exit', kill);
    const finish = (code, signal = null) => {
      clearTimeout(timer);
      if (isGroup) kill();
      for (const signal of signals) process.off(signal, forward);
      process.off('exit', kill);
      resolve({ code, hasTimedOut, signal, received });
    };
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      finish(127);
    });
    child.once('exit', (code, signal) => finish(code ?? 1, signal));
  });
}
