// Imported first by every command: reports a Node version that is too old before anything fails with
// a stack trace. Uses only syntax that old versions understand.
const required = [20, 19];
const found = process.versions.node.split('.').map(Number);

if (found[0] < required[0] || (found[0] === required[0] && found[1] < required[1])) {
  console.error(
    'Waypost needs Node ' +
      required.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '. Install a current Node (https://nodejs.org) and run the same command again.',
  );
  process.exit(1);
}
