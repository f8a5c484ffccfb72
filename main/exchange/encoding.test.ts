import { inEnglish, says } from '../../test/support/english';
import { encodings, type Encoding } from '#shared/domain/submission';
import { describe, expect, test } from 'vitest';
import { noChoices } from '#shared/ipc/exchange';
import { account } from './account.test-support';
import { decodeText } from './encoding';
import { planFileImport } from './import';
import { importSummary } from './import-summary';

/** A text in an encoding with one byte for each character. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const characters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return Uint8Array.from(text, (character) => {
    const byte = characters.indexOf(character);
    if (byte < 0) throw new Error(`${encoding} has no ${character}.`);
    return byte;
  });
}

const files: [encoding: Encoding, name: string, country: string, description: string][] = [
  ['windows-1250', 'Łucja Śliwińska', 'PL', 'Zmiana poranna, Gdańsk'],
  ['windows-1250', 'Ondřej Kučera', 'CZ', 'Řidič, Plzeň'],
  ['windows-1250', 'Nagy Erzsébet', 'HU', 'Éjszakai műszak, Győr'],
  ['windows-1250', 'Željko Marković', 'HR', 'Noćna smjena, Čakovec'],
  ['windows-1251', 'Юлия Белова', 'BG', 'Утренняя смена'],
  ['windows-1251', 'Їжакевич Олена', 'UA', 'Нічна зміна, Київ'],
  ['windows-1252', 'José Muñoz', 'ES', 'Turno de mañana'],
  ['windows-1252', 'Jürgen Groß', 'DE', 'Frühschicht, Köln'],
  ['windows-1252', 'Søren Kjær', 'DK', 'Nathold, Århus'],
  ['windows-1252', 'João Guimarães', 'PT', 'Turno da manhã'],
  ['windows-1253', 'Γιώργος Παπαδόπουλος', 'GR', 'Αθήνα'],
  ['windows-1254', 'Ayşe Çelik', 'TR', 'İstanbul, gece vardiyası'],
  ['windows-1255', 'דוד כהן', 'IL', 'משמרת בוקר'],
  ['windows-1256', 'فاطمة الزهراء', 'EG', 'القاهرة'],
  ['windows-1257', 'Jānis Bērziņš', 'LV', 'Rīga, nakts maiņa'],
  ['iso-8859-2', 'Šárka Růžičková', 'CZ', 'Noční směna'],
  ['koi8-r', 'Александр Иванов', 'RU', 'Москва'],
  ['ibm866', 'Сергей Петров', 'RU', 'Ночная смена'],
  ['macintosh', 'Hélène Béranger', 'FR', 'Équipe de nuit'],
];
const linesOf = (name: string, country: string, description: string) =>
  `Name;E-mail;Country;Time zone;Description\r\n${name};a@fleet.example;${country};Europe/Madrid;${description}\r\n`;
const anywhere = { ...account, countries: null, timeZones: null };

test.each(files)('a file in %s: %s (%s)', async (encoding, name, country, description) => {
  const bytes = encoded(linesOf(name, country, description), encoding);
  const plan = inEnglish(await planFileImport('users', bytes, anywhere));
  expect(plan.errors).toEqual([]);
  expect(plan.steps[0]?.step).toMatchObject({ edit: { name, description } });
  const { reading } = importSummary(plan);
  expect(reading).toMatchObject({ encoding, isEncodingGuessed: true, separator: ';' });
  if (reading.format !== 'csv') return;
  expect(reading.encodings[0]).toBe(encoding);
  expect(reading.samples[0]).toBe(name);
  expect(reading.encodings.length).toBeGreaterThan(1);
});

test.each([
  ['ibm852', 'Łódź, Śrem', [0x9d, 0xa2, 0x64, 0xab, 0x2c, 0x20, 0x97, 0x72, 0x65, 0x6d]],
  ['ibm850', 'Señor Müñoz', [0x53, 0x65, 0xa4, 0x6f, 0x72, 0x20, 0x4d, 0x81, 0xa4, 0x6f, 0x7a]],
  ['x-mac-ce', 'Jiří', [0x4a, 0x69, 0xde, 0x92]],
] as const)('a chosen encoding is used: %s', (encoding, text, bytes) => {
  const decoded = decodeText(Uint8Array.from(bytes), encoding);
  expect(decoded).toMatchObject({ text, encoding, isGuessed: false, isDamaged: false });
});

test('another encoding can be chosen, and the samples show what each would read', async () => {
  const bytes = encoded(linesOf('Łucja Śliwińska', 'PL', 'x'), 'windows-1250');
  const choices = { ...noChoices, table: { encoding: 'windows-1252' as const } };
  const plan = inEnglish(await planFileImport('users', bytes, anywhere, choices));
  expect(plan.steps[0]?.step).toMatchObject({ edit: { name: '£ucja Œliwiñska' } });
  const { reading } = importSummary(plan);
  if (reading.format !== 'csv') throw new Error('not read as text');
  expect(reading).toMatchObject({ encoding: 'windows-1252', isEncodingGuessed: false });
  expect(reading.samples[reading.encodings.indexOf('windows-1250')]).toBe('Łucja Śliwińska');
});

test('no sample shows a password', async () => {
  const bytes = encoded('Password;Name\r\nżółwieńka;Łucja\r\n', 'windows-1250');
  const summary = importSummary(inEnglish(await planFileImport('users', bytes, anywhere)));
  expect(JSON.stringify(summary)).not.toContain('wie');
  expect(summary.reading).toMatchObject({ samples: expect.arrayContaining(['Łucja']) as unknown });
});

describe('what states its encoding is not guessed', () => {
  const text = linesOf('Łucja Юлия', 'PL', 'é');
  const utf16 = Buffer.from(text, 'utf16le');
  test.each<[string, Uint8Array, Encoding]>([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['ASCII', Buffer.from(linesOf('Ana', 'PL', 'x')), 'utf-8'],
    ['UTF-16', utf16, 'utf-16le'],
    ['UTF-16, the other way round', Buffer.from(utf16).swap16(), 'utf-16be'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    [
      'UTF-16 whose titles are not ASCII',
      Buffer.from('Имя;Почта\r\nЮлия;y@fleet.example\r\n', 'utf16le'),
      'utf-16le',
    ],
  ])('%s', (_, bytes, encoding) => {
    const decoded = decodeText(bytes);
    expect(decoded).toMatchObject({ encoding, isGuessed: false, encodings: [encoding] });
    expect(decoded.text).not.toContain('\uFFFD');
  });
});

describe('a damaged file in UTF-8 stays UTF-8', () => {
  const header = 'Name,E-mail,Country,Time zone\r\n';
  const row = 'Łucja Śliwińska,lucja@fleet.example,PL,Europe/Warsaw\r\n';

  test('cut in a letter: the row in which it ends is refused', async () => {
    const bytes = Buffer.concat([Buffer.from(header + row), Buffer.of(0xc5)]);
    const plan = inEnglish(await planFileImport('users', bytes, anywhere));
    expect(plan.steps).toHaveLength(1);
    expect(plan.steps[0]?.step).toMatchObject({ edit: { name: 'Łucja Śliwińska' } });
    expect(plan.errors).toEqual([
      {
        row: 3,
        column: null,
        columnIndex: null,
        message: 'The file ends in this row, after its first cell: it may have been cut off.',
      },
    ]);
    expect(plan.source.reading).toMatchObject({ encoding: 'utf-8', isEncodingGuessed: true });
  });

  test('with a byte that is no text: the cell with it is refused', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header}${row}Ana `),
      Buffer.of(0xf1),
      Buffer.from(',ana2@fleet.example,ES,Europe/Madrid\r\n'),
    ]);
    const plan = inEnglish(await planFileImport('users', bytes, anywhere));
    expect(plan.steps.map((step) => step.row)).toEqual([2]);
    expect(plan.errors).toMatchObject([
      {
        row: 3,
        column: 'Name',
        message: says('A letter of this cell'),
      },
    ]);
  });
});

test('every encoding of the list can be decoded', () => {
  for (const encoding of encodings) {
    expect(decodeText(Buffer.from('abcd'), encoding).encoding).toBe(encoding);
  }
});

test('a web page or an XML document with the name of a table is refused', async () => {
  for (const start of ['<html><table>', '\r\n<!DOCTYPE html>', '<?xml version="1.0"?>']) {
    await expect(
      planFileImport('users', Buffer.from(`${start}Name</td>`), account),
    ).rejects.toMatchObject({
      fault: { message: says('is a web page or an XML document') },
    });
  }
});
