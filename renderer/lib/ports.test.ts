import { expect, test } from 'vitest';
import { portIn } from './ports';

const window = {};
const self = { origin: 'app://waypost', window };
const port = {} as MessagePort;
const good = {
  data: 'waypost:fleet-port',
  origin: 'app://waypost',
  source: window as unknown,
  ports: [port],
};

test('main’s message carries the port', () => {
  expect(portIn(good, 'fleet', self)).toBe(port);
});

test.each([
  ['another message', { ...good, data: 'hello' }],
  ['another origin', { ...good, origin: 'https://elsewhere.example' }],
  ['another window', { ...good, source: {} }],
  ['a port for something else', { ...good, data: 'waypost:history-port' }],
  ['no port', { ...good, ports: [] }],
])('%s is not listened to', (_name, event) => {
  expect(portIn(event, 'fleet', self)).toBeNull();
});
