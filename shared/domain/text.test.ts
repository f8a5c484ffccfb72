import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  emailKey,
  fold,
  searchForm,
  textKey,
  hasUnseen,
  keyDoubt,
  nameWithoutUnseen,
  withoutUnseen,
  displayText,
  dialledNumber,
} from './text';

describe('fold', () => {
  it.each([
    ['CAMIÓN ﬁ Ⅳ', 'camion fi iv'],
    ['ŁÓDŹ 4', 'lodz 4'],
    ['Ølstykke', 'olstykke'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Đakovo', 'dakovo'],
    ['ISPARTA', 'isparta'],
    ['ısparta', 'isparta'],
    ['İzmir', 'izmir'],
    ['Þórshöfn', 'thorshofn'],
    ['Ærø Œuvre', 'aero oeuvre'],
    ['Ħamrun Ŧ Ŋ Gəncə', 'hamrun t n gence'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Ｔｒｕｃｋ\u3000７', 'truck 7'],
    ['Truck\u00a07\u200b', 'truck 7'],
    ['O’Brien T\u20117', "o'brien t-7"],
    ['مُحَمَّـد', 'محمد'],
    ['שָׁלוֹם', 'שלומ'],
    ['کرج یزد', 'كرج يزد'],
    ['مدرسة', 'مدرسه'],
    ['٣ ۷ ९', '3 7 9'],
    ['ʿAmmān Baʿlabakk', 'amman balabakk'],
    ['O´Brien', "o'brien"],
    ['Đà Nẵng', 'da nang'],
    ['Ħaż-Żebbuġ', 'haz-zebbug'],
    ['Timişoara', 'timisoara'],
    ['Timișoara', 'timisoara'],
    ['Ǆungla Ĳmuiden', 'dzungla ijmuiden'],
    ['Ґалаґан', 'галаган'],
    ['Королёв Йошкар', 'королев иошкар'],
    ['Ⱥ Ɍ Ɏ', 'a r y'],
    ['Truck\u28007\ufffc', 'truck7'],
    ['İSTANBUL ısı', 'istanbul isi'],
    ['Straße ＡＢ１２', 'strasse ab12'],
    ['أَحْمَد إمـــارة آدم ٱلحمد', 'احمد اماره ادم الحمد'],
    ['שָׁלוֹם צה״ל תל־אביב', 'שלומ צה"ל תל-אביב'],
  ])('folds %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(text.normalize('NFD'))).toBe(folded);
  });

  it('changes nothing that is folded, and leaves the ends of lines and fields', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
    expect(fold('Ł\nß\u001fÉ\t')).toBe('l\nss\u001fe\t');
  });
});

describe('searchForm', () => {
  it.each([
    ['München', ['Munchen', 'Muenchen', 'MÜNCHEN', 'Mu\u0308nchen']],
    ['Mu\u0308nchen', ['Muenchen']],
    ['Muenchen', ['München', 'Munchen']],
    ['Straße Ölmühle', ['Strasse', 'Oelmuehle', 'Olmuhle']],
    ['København Århus', ['Koebenhavn', 'Kobenhavn', 'Aarhus', 'Arhus']],
    ['Müller Loesch', ['Mueller', 'Lösch']],
    ['Ñandú', ['nandu', 'ÑANDÚ']],
  ])('%j is found by %j', (text, searches) => {
    for (const search of searches) expect(searchForm(text)).toContain(fold(search));
  });

  it.each(['Van 7', 'Blue quest', 'Bauer', 'Shoe', 'Łódź'])('%j has one spelling', (text) => {
    expect(searchForm(text)).toBe(fold(text));
  });
});

describe('textKey', () => {
  it.each([
    ['Depósito Güímar', 'Depo\u0301sito Gu\u0308i\u0301mar'],
    ['Straße 7', 'STRASSE 7'],
    ['ISPARTA', 'ısparta'],
    ['İstanbul', 'ISTANBUL'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['Truck 7', ' Ｔｒｕｃｋ\u00a0\u2003７\ufeff'],
    ['Truck 7', 'Tr\u00aduck\u202a 7\u202c'],
    ["T-1 d'Est", 'T\u20111 d’Est'],
    ['カ', 'ｶ'],
    ['Truck 7', 'Truck 7\u2800\ufffc'],
  ])('takes %j and %j for the same', (a, b) => {
    expect(textKey(a)).toBe(textKey(b));
  });

  it.each([
    ['Perón', 'Peron'],
    ['Łódź', 'Lodz'],
    ['Truck 7', 'Truck7'],
    ['が', 'か'],
  ])('takes %j and %j for different', (a, b) => {
    expect(textKey(a)).not.toBe(textKey(b));
  });

  it('is empty for a text of which nothing is seen', () => {
    expect(textKey(' \u200b\u00a0\ufeff')).toBe('');
  });

  it('is the same for composed and decomposed texts in any case, and for a key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textKey(textKey(text))).toBe(textKey(text));
        expect(textKey(text.normalize('NFD'))).toBe(textKey(text.normalize('NFC')));
      }),
    );
  });
});

describe('emailKey', () => {
  it.each([
    ['Ana@Example.com', ' ana@example.com\u200b'],
    ['ana@bücher.example', 'ANA@xn--bcher-kva.example'],
    ['josé@example.com', 'jose\u0301@EXAMPLE.com'],
    ['ana@example.com', 'ana@example.com\u202c'],
  ])('takes %j and %j for the same', (a, b) => {
    expect(emailKey(a)).toBe(emailKey(b));
  });

  it.each([
    ['ana@straße.example', 'ana@strasse.example'],
    ['ana@a.example', 'ana@b.example'],
    ['a@b?c', 'a@b?d'],
    ['ana', 'anna'],
  ])('takes %j and %j for different', (a, b) => {
    expect(emailKey(a)).not.toBe(emailKey(b));
  });

  it('is empty for none', () => {
    expect(emailKey(' ')).toBe('');
  });
});

const unseen = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u202a',
  '\u202c',
  '\u2060',
  '\u2066',
  '\u00ad',
  '\u061c',
  '\u180e',
  '\ufeff',
  '\ufe0f',
  '\u{e0020}',
  '\u2800',
  '\ufffc',
  '\ufff9',
  '\u0000',
  '\u007f',
];

test.each(unseen)('%j is removed wherever it was pasted', (character) => {
  for (const text of [`${character}key-1`, `key-1${character}`, `key${character}-1 `]) {
    expect(hasUnseen(text)).toBe(true);
    expect(withoutUnseen(text)).toBe('key-1');
  }
  expect(nameWithoutUnseen(`\u202a ${character}ada${character}\u00a0`)).toBe('ada');
});

test('blanks around a text are removed, those in it stay', () => {
  expect(withoutUnseen('\n\u00a0 a b \r\n')).toBe('a b');
  expect(hasUnseen('a b')).toBe(false);
});

test('a name keeps a joiner that its letters need', () => {
  expect(nameWithoutUnseen('می\u200cخواهم')).toBe('می\u200cخواهم');
  expect(nameWithoutUnseen('a\u200bda')).toBe('ada');
  expect(nameWithoutUnseen('Jose\u0301\u00a0Peña\u3000')).toBe('José Peña');
});

test.each([
  ['"abc"', 'quotes'],
  ['\u200b“abc”', 'quotes'],
  ['Bearer abc', 'word'],
  ['api-key: abc', 'word'],
  ['abc def', 'space'],
  ['аbc', 'letter'],
  ['tokenabc', null],
  ['abc"', null],
  ['\u200babc\u202c', null],
  ['', null],
] as const)('a doubt about the key %j: %s', (key, doubt) => {
  expect(keyDoubt(key)).toBe(doubt);
});

test('names in any script are unchanged', () => {
  for (const name of ['Camión Ñandú 10', 'שלום משאית 7', '👩‍🔧 van', 'नमस्ते', 'Zoë’s'])
    expect(displayText(name)).toBe(name);
});

test('control and direction characters cannot change the layout of a line', () => {
  expect(displayText('Line\nbreak\ttab\u0007bell')).toBe('Line break tab bell');
  expect(displayText('Null\u0000byte')).toBe('Null byte');
  expect(displayText('Invoice \u202Egpj.exe')).toBe('Invoice  gpj.exe');
  expect(displayText('\u0000\n')).toBe('');
});

test.each([
  ['+44 750 217 990', '+44750217990'],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['(020) 7946-0000', '02079460000'],
  ['0664/123 45 67', '06641234567'],
  ['+49\u00A0170\u2011555\u201312', '+4917055512'],
  ['112', '112'],
])('%s is dialled as %s', (text, dialled) => expect(dialledNumber(text)).toBe(dialled));

test.each(['', '12', '+', 'Van 9 555 123', '555;ext=1', '*21*555#', '++44 750', '555 1234?body=x'])(
  '“%s” is not dialled',
  (text) => expect(dialledNumber(text)).toBeNull(),
);
