import type { AlternativeData } from './alternative-service';

/** Names and ids that a user, a script or an attacker may have given. */
export const unusualDevices = [
  { id: 'a/b', name: 'Slash in its id' },
  { id: 'a:1', name: 'Colon in its id' },
  { id: 'two words', name: 'Space in its id' },
  { id: '🚚?#%', name: '🚚 Lieferwagen 👩‍🔧' },
  { id: '..', name: 'Dots for an id' },
  { id: 'long', name: `Long ${'wagon '.repeat(49)}end` },
  { id: 'rtl', name: 'שלום משאית 7' },
  { id: 'bidi', name: 'Invoice \u202Egpj.exe' },
  { id: 'control', name: 'Line\nbreak\ttab\u0007bell' },
  { id: 'null', name: 'Null\u0000byte' },
  { id: 'markup', name: '<img src=x onerror=alert(1)>' },
  { id: 'surrogate', name: 'Half \ud83d pair' },
  { id: 'spaces', name: '   ' },
  { id: 'number', name: 12345 },
  { id: 4711, name: 'Number for an id' },
  { id: 'tags', name: 'Tags as a list', tags: ['north', 'spare'] },
  { id: 'tagNumber', name: 'Tags with numbers', tags: { axles: 3, leased: true, none: null } },
  { id: 'early', name: 'Expired in year 1', expires: '0001-01-01T00:00:00Z' },
  { id: 'late', name: 'Expires in year 9999', expires: '9999-12-31T23:59:59.9999999Z' },
  { id: 'twice', name: 'Twin, first' },
  { id: 'twice', name: 'Twin, second' },
] as const;

const at = () => new Date(Date.now() - 60_000).toISOString();

/** Invalid or unusual fixes that some trackers send. */
export const unusualFixes: AlternativeData['fixes'] = {
  'a/b': { dateTime: at(), latitude: 45.1, longitude: 4.1, speed: 3, course: 360 },
  'a:1': { dateTime: at(), latitude: '45.2', longitude: '4.2', speed: '12.5', course: -10 },
  'two words': { dateTime: at(), latitude: '91.5', longitude: '200', battery: 250 },
  '🚚?#%': { dateTime: at(), latitude: 45.3, longitude: 4.3, speed: 1e300, milleage: 1e21 },
  long: { dateTime: '0001-01-01T00:00:00', latitude: 45.4, longitude: 4.4 },
  rtl: { dateTime: '9999-12-31T23:59:59Z', latitude: 45.5, longitude: 4.5, battery: -1 },
  control: { dateTime: 'yesterday', latitude: 45.6, longitude: 4.6, alertTexts: 'one text' },
  null: { dateTime: at(), latitude: null, longitude: null, attributes: [1, 2] },
  markup: { dateTime: at(), latitude: 45.7, longitude: 4.7, alerts: [null, 7, 'SOS'] },
};

export const manyGroups = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `g${i}`,
    name: `Group ${i}`,
    devices: i % 50 === 0 ? ['a/b', 'gone'] : [],
  }));
