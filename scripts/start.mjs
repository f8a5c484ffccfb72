// `npm start`: sets up what is missing, then opens the app on the demo fleet. Arguments are passed
// to the app (`npm start -- --user-data-dir=/tmp/profile`); `--no-demo` opens the connect screen.
// Without a display the app runs on a virtual one, writes a screenshot and a summary, and quits.
import fs from 'node:fs';
import path from 'node:path';
import { openDisplay } from './display.mjs';
import { electronBinary } from './electron-dist.mjs';
import { runChild } from './run-child.mjs';
import { setUp } from './setup.mjs';
import { startSwitches } from './switches.mjs';
import { hasDisplay } from './system.mjs';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'out');
const drawLimitMs = 120_000;

function appArguments(dist, given, isVirtual) {
  return [
    ...startSwitches(dist, { isVirtual }),
    root,
    ...(given.includes('--no-demo') ? [] : ['--demo']),
    ...given.filter((argument) => argument !== '--no-demo'),
  ];
}

function printSummary(summary, seconds) {
  const { devices, fixes, groups, users, licences, screenshot } = summary;
  const lines = [
    ['devices', `${devices}, ${fixes} of them with a fix`],
    ['groups', groups],
    ['users', users],
    ['licences', licences ? `${licences.used} of ${licences.total} in use` : 'not stated'],
    ['picture', screenshot],
  ];
  console.log(`\nThe fleet was drawn, on a virtual display, in ${seconds} s.\n`);
  for (const [name, value] of lines) console.log(`  ${name.padEnd(9)} ${value}`);
  console.log('\nWith a display, `npm start` opens the window.');
}

function readSummary(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** The end of the log without Chromium's warnings, which appear on every minimal machine. */
function lastWords(log) {
  const lines = fs.readFileSync(log, 'utf8').trimEnd().split('\n');
  const own = lines.filter((line) => !/^\[\d+:\d+\/\d+\.\d+:/.test(line));
  return own.slice(-20).join('\n');
}

function explainFailure(code, hasTimedOut, log) {
  const limit = drawLimitMs / 1000;
  const what = hasTimedOut
    ? `the fleet was not drawn within ${limit} s`
    : code === 0
      ? 'the app quit before the fleet was drawn'
      : `the app ended with exit code ${code}`;
  console.error(`\nWaypost did not start: ${what}.\n${lastWords(log)}\n(all of it: ${log})`);
}

async function startUnseen(dist, given) {
  fs.mkdirSync(out, { recursive: true });
  const summaryFile = path.join(out, 'start-summary.json');
  const picture = path.join(out, 'start.png');
  const logFile = path.join(out, 'start.log');
  for (const file of [summaryFile, picture, logFile]) fs.rmSync(file, { force: true });
  console.log('No display found: running the app on a virtual one for a screenshot and a summary.');

  const display = await openDisplay();
  const log = fs.openSync(logFile, 'w');
  const startedAt = performance.now();
  const report = [`--summary-file=${summaryFile}`, `--screenshot=${picture}`];
  const { code, hasTimedOut } = await runChild(
    electronBinary(dist),
    [...appArguments(dist, given, true), ...report],
    {
      stdio: ['ignore', log, log],
      limitMs: drawLimitMs,
      group: true,
      // Without a session bus the keychain would start one that outlives the app.
      env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...process.env, DISPLAY: display.name },
    },
  );
  display.close();
  fs.closeSync(log);

  const summary = readSummary(summaryFile);
  if (code !== 0 || hasTimedOut || !summary || !fs.existsSync(picture)) {
    explainFailure(code, hasTimedOut, logFile);
    return code || 1;
  }
  printSummary(summary, ((performance.now() - startedAt) / 1000).toFixed(1));
  return 0;
}

async function start(dist) {
  const given = process.argv.slice(2);
  if (!hasDisplay()) return startUnseen(dist, given);
  return (await runChild(electronBinary(dist), appArguments(dist, given, false))).code;
}

const dist = await setUp({ purpose: 'start' });
process.exitCode = dist ? await start(dist) : 1;
