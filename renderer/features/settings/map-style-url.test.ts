import { expect, test } from 'vitest';
import { mapStyleRefusal } from './map-style-url';

test.each(['', '  ', 'https://maps.example/style.json', 'http://127.0.0.1:8080/s.json'])(
  '"%s" is accepted',
  (address) => expect(mapStyleRefusal(address)).toBeUndefined(),
);

test.each(['maps.example/style.json', 'http://maps.example/style.json', 'file:///etc/passwd'])(
  '"%s" is rejected with a message',
  (address) => expect(mapStyleRefusal(address)).toMatch(/https/),
);
