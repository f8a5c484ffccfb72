// Why it is so: docs/decisions/0145-messages-units-and-formats.md
import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import { dayShape, directionOf, type Language } from './languages';
import type { Messages } from './messages.generated';

export type MessageKey = keyof Messages;

/** The messages without values: names of columns, actions and settings. */
export type PlainKey = {
  [Key in MessageKey]: object extends Messages[Key] ? Key : never;
}[MessageKey];

/**
 * A message without its language: what happened, and its values. Faults, jobs, journal entries and
 * notifications are stored and sent like this, and shown in the language of whoever reads them.
 */
export interface Message {
  key: MessageKey;
  /** Those that the message needs: `message` sees to it. A union of all messages is too large for the compiler. */
  values?: Readonly<Record<string, Value>> | undefined;
}

/** A value of an argument without a type of its own: a name or a formatted value, a list of them, or a message. */
export type Text = string | Message | readonly (string | Message)[];

export const message = <K extends MessageKey>(...[key, values]: Arguments<K>): Message =>
  (values === undefined ? { key } : { key, values }) as Message;

type Arguments<K extends MessageKey> = object extends Messages[K]
  ? [key: K]
  : [key: K, values: Messages[K]];

type Value = string | number | Text;

const valueSchema: z.ZodType<Value> = z.lazy(() =>
  z.union([z.string(), z.number(), messageSchema, z.array(z.union([z.string(), messageSchema]))]),
);

/** A message that was stored or sent. Its key may be one of another version of Waypost. */
export const messageSchema: z.ZodType<Message> = z.object({
  key: z.string().max(200),
  values: z.record(z.string(), valueSchema).optional(),
}) as unknown as z.ZodType<Message>;

const shallow = (value: z.ZodType) =>
  z.object({
    key: z.string().max(200),
    values: z
      .record(
        z.string(),
        z.union([z.string(), z.number(), value, z.array(z.union([z.string(), value]))]),
      )
      .optional(),
  });

/** A message that the window sends: its values may be messages, but not the values of those. */
export const sentMessageSchema = shallow(shallow(z.string())) as unknown as z.ZodType<Message>;

/** A text of the service or of the user, shown as it is, or a message of Waypost. */
export type Said = string | Message;
export const saidSchema: z.ZodType<Said> = z.union([z.string(), messageSchema]);

/** Writes a message in one language. */
export interface Translate {
  <K extends MessageKey>(...args: Arguments<K>): string;
  /** The same for a message that was stored or sent. */
  (message: Message): string;
}

/** Intl's formatters take milliseconds to make, and messages share most of them. */
function shared<Made, Args extends unknown[]>(make: (...args: Args) => Made) {
  const made = new Map<string, Made>();
  return (...args: Args): Made => {
    const name = JSON.stringify(args);
    const known = made.get(name);
    if (known) return known;
    const fresh = make(...args);
    made.set(name, fresh);
    return fresh;
  };
}

const formatters = {
  getNumberFormat: shared(
    (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  ),
  getDateTimeFormat: shared(
    (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...args),
  ),
  getPluralRules: shared(
    (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
  ),
};

const toTheLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** The first letter or mark that says which way a text runs. */
const firstStrong = /[\p{L}\u200e\u200f]/u;

/**
 * A name or number with its own direction, where the line around it has or may have another one. Line and name
 * are then read right in any place: a title of a window, a notification, a list of names.
 */
export const isolated = (text: string, { tag }: Pick<Language, 'tag'>): string =>
  directionOf(tag) === 'rtl' || toTheLeft.test(text) ? `\u2068${text}\u2069` : text;

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** What a message says itself, without its values. */
const ownText = (ast: Ast): string =>
  ast
    .flatMap((part) => {
      if ('options' in part) return Object.values(part.options).map(({ value }) => ownText(value));
      return part.type === 0 ? part.value : [];
    })
    .join('');

/** A message that was parsed, and the arguments that choose a part of it: they are words of the program. */
interface Parsed {
  format: IntlMessageFormat;
  selects: ReadonlySet<string>;
}

function selectsIn(elements: Ast, names = new Set<string>()): ReadonlySet<string> {
  for (const element of elements) {
    if (!('options' in element)) continue;
    if (!('pluralType' in element)) names.add(element.value);
    for (const { value } of Object.values(element.options)) selectsIn(value, names);
  }
  return names;
}

/** Messages in one language, with the moments in one time zone. Each is parsed when it is first needed. */
export function createTranslate(
  { tag, locale, messages }: Language,
  { timeZone }: { timeZone?: string } = {},
): Translate {
  const day = { ...dayShape(locale), timeZone };
  const minute = { hour: '2-digit', minute: '2-digit', timeZone } as const;
  const clock = { ...minute, second: '2-digit' } as const;
  const formats = {
    number: { whole: { maximumFractionDigits: 0 } },
    date: { day, moment: { ...day, ...clock }, calendar: { ...day, timeZone: 'UTC' } },
    time: { minute, clock },
  } as const;
  const parsed = new Map<string, string | Parsed>();
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });

  function parse(key: string): string | Parsed {
    const text = messages[key];
    // A message of another version that was stored here: its key says more than nothing.
    if (text === undefined) return key;
    if (!/[{']/.test(text)) return withDirection(text, text);
    const read = (message: string) =>
      new IntlMessageFormat(message, locale, formats, { ignoreTag: true, formatters });
    const format = read(text);
    const ast = format.getAst();
    const directed = withDirection(text, ownText(ast));
    return { format: directed === text ? format : read(directed), selects: selectsIn(ast) };
  }
  /** Says which way a message runs that begins with a foreign word, such as a unit, or has values only. */
  function withDirection(text: string, own: string): string {
    const first = firstStrong.exec(own)?.[0] ?? (own === text ? '\u200e' : '');
    const runsToTheLeft = first === '' || (!toTheLeft.test(first) && toTheLeft.test(own));
    return directionOf(tag) === 'rtl' && runsToTheLeft ? `\u200f${text}` : text;
  }
  function write(value: Value): string | number {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return isolated(value, { tag });
    return 'key' in value
      ? translate(value)
      : lists.format(value.map((each) => String(write(each))));
  }
  function translate(given: string | Message, args?: Readonly<Record<string, Value>>): string {
    const { key, values = args } = typeof given === 'string' ? { key: given } : given;
    let found = parsed.get(key);
    if (found === undefined) parsed.set(key, (found = parse(key)));
    if (typeof found === 'string') return found;
    const { format, selects } = found;
    const written: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(values ?? {})) {
      written[name] = typeof value === 'string' && selects.has(name) ? value : write(value);
    }
    try {
      return String(format.format(written));
    } catch {
      // A message of another version that was stored here, with other values.
      return key;
    }
  }
  return translate as Translate;
}

/** A text as it is; a message as `t` writes it. */
export const saidIn = (t: Translate, said: Said): string =>
  typeof said === 'string' ? said : t(said);

/** Names or values side by side: "Ana, Ben, Cleo". */
export function sideBySide(texts: readonly string[], t: Translate): string {
  if (texts.length < 2) return texts[0] ?? '';
  // Halved: a long list is not copied once for each of its texts.
  const half = texts.length >> 1;
  return t('common.items', {
    first: sideBySide(texts.slice(0, half), t),
    second: sideBySide(texts.slice(half), t),
  });
}

/** Whole messages, one after the other; undefined if there is none. */
export function sentences(all: readonly (Message | null | undefined)[]): Message | undefined {
  const messages = all.filter((each) => each !== null && each !== undefined);
  return messages.length === 0
    ? undefined
    : messages.reduce((first, second) => message('common.sentences', { first, second }));
}
