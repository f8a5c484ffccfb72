import { STATUS_CODES } from 'node:http';
import { memberOf } from '#shared/wire/envelope';
import { isJsonObject, type JsonObject } from '#shared/wire/read';

/** Removes the secrets of the call from a text. */
type Hide = (text: string) => string;

interface RefusalBody {
  /** undefined: the body is empty or no JSON. */
  json: unknown;
  /** The beginning of the body as it came. */
  beginning: Uint8Array;
  contentType: string;
}

/**
 * Names of members are compared in small letters, without a prefix ("hydra:title", "odata.error") and without the
 * signs between words ("error_description").
 */
const plainName = (name: string): string =>
  lower(name.replace(/^(hydra:|odata\.)/, '').replaceAll(/[^\p{L}\d]/gu, ''));

/** Members with a sentence, those of RFC 9457 (problem details), OAuth and SOAP among them. */
const isSentence = (name: string): boolean =>
  /^(title|err|reason|text|faultstring|exception)$|^(error|err|fault|exception|status|user|display|localized|default|short|long|api)?(error|message|msg|text|description|detail|details|summary)$/.test(
    name,
  );

/** Members that may describe one reason more closely, or several: a list, or texts by field. */
const isNested = (name: string): boolean =>
  /^(title|reason|error|err|message|localizedmessage|detail|details|fault|exception|status|responsestatus|embedded|validation|children)$|^(invalidparams|modelstate|violations|fieldviolations|issues|messages|formerrors|errormessages|errorcauses|errordetails)$|^(field|validation|sub|nonfield)?errors$/.test(
    name,
  );

/** Members that name the field which a reason is about; in a whole answer only the first two do. */
const fieldNames = [
  'field',
  'fieldName',
  'property',
  'propertyName',
  'propertyPath',
  'propertyref',
  'path',
  'instancePath',
  'param',
  'pointer',
  'parameter',
  'attr',
  'attribute',
  'loc',
  'source',
  'target',
  'key',
  'name',
];

/** Other members that describe a reason; a member beside all of these is the name of a field. */
const marks = [
  'code',
  'errorCode',
  'status',
  'statusCode',
  'type',
  'kind',
  'value',
  'lang',
  'location',
  'locations',
  'locale',
  'extensions',
  'constraints',
  'instance',
  'traceId',
  'timestamp',
  'severity',
  'id',
  'meta',
  'links',
  'input',
  'ctx',
  'url',
  'rejectedValue',
  'attemptedValue',
  'innererror',
  '@type',
  'domain',
  'stack',
  'trace',
  'keyword',
  'resource',
  'file',
  'line',
];

/** What happened in the program, for its author. */
const isOfProgram = (name: string): boolean =>
  /^(keys|metadata|links|context|debuginfo|(stack)?(traces?|entries))$/.test(name);

const others = new Set([...fieldNames, ...marks].map(plainName));
const isKnown = (name: string): boolean =>
  isSentence(plainName(name)) || isNested(plainName(name)) || others.has(plainName(name));

/** Keys of reasons that are about no single field. */
const noField = /^(non_field_errors|__all__|_|general|global|base|\$|\d*)$/i;

interface Reason {
  field: string | null;
  text: string;
}

const mostReasons = 20;
const mostMembers = 200;
const deepest = 6;
const longestPage = 200;
const longestReason = 500;

/**
 * What a refusal says, in one line for people: the sentences of a JSON object in any of its usual shapes, a plain
 * text, or the words of a web page. null: none was found. Without secrets; `shortened` comes after the last of them.
 */
export function reasonOf(body: RefusalBody, hide: Hide): string | null {
  return body.json === undefined ? reasonInText(body, hide) : reasonInJson(body.json, hide);
}

/** A reason as long as it is shown. Only after secrets are removed: half of one would not be recognised. */
export function shortened(reason: string): string {
  return reason.length > longestReason ? `${reason.slice(0, longestReason - 1)}…` : reason;
}

function reasonInJson(json: unknown, hide: Hide): string | null {
  const found: Reason[] = [];
  if (isJsonObject(json)) collectFrom(json, null, found, 0);
  else collect(json, null, found, 0);
  const reasons = found
    .map(({ field, text }) => ({
      field: field && hide(field),
      text: inOneLine(hide(withoutMarkup(hide(text)))),
    }))
    .filter(({ text }) => text !== '');
  const telling = reasons.filter(isTelling);
  const texts = (telling.length > 0 ? telling : reasons.slice(0, 1)).map(sentenceOf);
  const distinct = texts.filter(
    (text, at) =>
      !texts.some((other, i) => i !== at && other.includes(text) && (other !== text || i < at)),
  );
  return (
    distinct
      .reduce((all, text) => all + (/[.!?…:;。！？]$/u.test(all) ? ' ' : '; ') + text, '')
      .slice(2) || null
  );
}

function sentenceOf({ field, text }: Reason): string {
  const name = field === null ? '' : inOneLine(field);
  if (name === '' || noField.test(name) || lower(text).includes(lower(name))) return text;
  return `${name}: ${text}`;
}

const isTelling = ({ field, text }: Reason): boolean => field !== null || !isFormal(text);

/** The name of a status or a code, which says nothing that the status does not say. */
function isFormal(text: string): boolean {
  const phrase = lower(text.replace(/^(HTTP\S* )?\d{3}:? /i, '').replace(/[.!]$/, ''));
  return /^[\w.:/-]*$/.test(text) || statusPhrases.has(phrase);
}

const statusPhrases = new Set([
  ...Object.values(STATUS_CODES).map((phrase) => lower(phrase ?? '')),
  'no message available',
]);

function collect(value: unknown, field: string | null, found: Reason[], depth: number): void {
  if (found.length >= mostReasons || depth > deepest) return;
  if (typeof value === 'string') {
    const inside = jsonInText(value);
    if (inside === undefined) found.push({ field, text: value });
    else collect(inside, null, found, depth + 1);
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, mostReasons)) collect(item, field, found, depth + 1);
  } else if (isJsonObject(value)) collectFrom(value, field, found, depth);
}

/** Services wrap the answer of another one as a text. */
function jsonInText(text: string): JsonObject | undefined {
  try {
    const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

const isByField = (value: unknown): value is JsonObject =>
  isJsonObject(value) && Object.keys(value).some((key) => !isKnown(key));

/** The reasons of an object that describes one refusal, or of a whole answer. */
function collectFrom(
  object: JsonObject,
  outer: string | null,
  found: Reason[],
  depth: number,
): void {
  const before = found.length;
  const members = Object.entries(object).slice(0, mostMembers);
  const field = fieldOf(object, depth === 0 ? 2 : fieldNames.length) ?? outer;
  for (const [key, value] of members) {
    if (typeof value === 'string' && isSentence(plainName(key)))
      collect(value, field, found, depth + 1);
  }
  const translated = memberOf(object, 'lang') === undefined ? undefined : memberOf(object, 'value');
  if (typeof translated === 'string') found.push({ field, text: translated });
  // A code says nothing beside a sentence.
  const own = found.splice(before);
  const sentences = own.filter(({ text }) => !isFormal(text));
  found.push(...(sentences.length > 0 ? sentences : own));
  for (const [key, value] of members) {
    if (typeof value !== 'object' || !isNested(plainName(key))) continue;
    if (/(s|state|params)$/.test(plainName(key)) && isByField(value)) {
      collectByField(Object.entries(value), found, depth);
    } else collect(value, field, found, depth + 1);
  }
  if (found.slice(before).some((reason) => isTelling(reason))) return;
  collectOther(members, field, found, depth);
}

/** Of an object without a known member for a reason: texts by field, a code, or objects around the reason. */
function collectOther(
  members: readonly [string, unknown][],
  field: string | null,
  found: Reason[],
  depth: number,
): void {
  const before = found.length;
  const fields = members.filter(([key, value]) => {
    const name = plainName(key);
    if (isOfProgram(name) || (typeof value === 'object' && isNested(name))) return false;
    // A whole answer may also be a record.
    if (depth === 0) return Array.isArray(value) && value.every((item) => typeof item === 'string');
    return typeof value !== 'string' || !isKnown(key) || !isFormal(value);
  });
  collectByField(fields, found, depth);
  if (found.length > before) return;
  const code = members.find(([key]) => /^(error)?code$/.test(plainName(key)))?.[1];
  if (field !== null && typeof code === 'string') found.push({ field, text: code });
  if (depth > 0) return;
  for (const [key, value] of members) {
    if (isOfProgram(plainName(key))) continue;
    if (isJsonObject(value)) collect(value, null, found, depth + 1);
    // In the language of its author: "mensaje", "fehler".
    else if (typeof value === 'string' && !isKnown(key) && /\p{L} \p{L}/u.test(value))
      collect(value, key, found, depth + 1);
  }
}

function collectByField(
  fields: readonly [string, unknown][],
  found: Reason[],
  depth: number,
): void {
  for (const [key, value] of fields.slice(0, mostReasons)) {
    collect(value, lastPart(key), found, depth + 1);
  }
}

/** "email" of `field: "email"`, `loc: ["body", "email"]` or `source: {pointer: "/data/email"}`. */
function fieldOf(object: JsonObject, names: number): string | null {
  for (const name of fieldNames.slice(0, names)) {
    // The name of a refusal ("ValidationError"), except beside the reason about a parameter (RFC 7807).
    if (name === 'name' && memberOf(object, 'reason') === undefined) continue;
    const value = memberOf(object, name);
    // A path that begins with a slash is that of the request.
    if (typeof value === 'string' && !(name === 'path' && value.startsWith('/')))
      return lastPart(value);
    if (isJsonObject(value)) return fieldOf(value, names);
    const last: unknown = Array.isArray(value) ? value.at(-1) : undefined;
    if (typeof last === 'string') return lastPart(last);
  }
  return null;
}

const lastPart = (path: string): string =>
  path.split(/[./]|\[\d*\]/).findLast((part) => part !== '') ?? '';

function reasonInText(body: RefusalBody, hide: Hide): string | null {
  const text = decoded(body.beginning, body.contentType);
  const json = jsonWithin(text);
  if (json !== undefined) return reasonInJson(json, hide);
  // A file or a picture; JSON that was cut off is no sentence either.
  if (text.includes('\0') || /^\s*[[{]/.test(text)) return null;
  if (!/^\s*</.test(text)) {
    const line = inOneLine(hide(withoutPlaces(text)));
    return /[\p{L}\p{N}]/u.test(line) ? line : null;
  }
  const texts = textsOfMarkup(text, (element) => isSentence(plainName(element)))
    .map((each) => inOneLine(hide(withoutPlaces(each))))
    .filter((each) => each !== '');
  const line = texts
    .filter(
      (each, at) =>
        !texts.some((other, i) => i !== at && other.length > each.length && other.includes(each)),
    )
    .join(' ');
  if (line === '' || isFormal(line)) return null;
  return line.length > longestPage ? `${line.slice(0, longestPage - 1)}…` : line;
}

/** JSON after a guard or a warning of the program, the first of several, or members of a form. */
function jsonWithin(text: string): JsonObject | undefined {
  const start = /^\)\]\}',?\s*(?=\{)/.exec(text)?.[0].length ?? 0;
  const [line = ''] = text.slice(start).split(/\r?\n(?=\{)/, 1);
  const last = text.lastIndexOf('\n{');
  if (/^[\w.]+=[^&\s]*(&[\w.]+=[^&\s]*)+$/.test(text.trim()))
    return Object.fromEntries(new URLSearchParams(text.trim()));
  return jsonInText(text.slice(start)) ?? jsonInText(line) ?? jsonInText(text.slice(last + 1));
}

/** An error without the places of the program where it happened. */
function withoutPlaces(text: string): string {
  if (text.startsWith('Traceback (')) return text.trimEnd().split('\n').at(-1)!;
  const [first = ''] = text.split(/\n[ \t]+at |\n[ \t]*Stack trace:|\n[ \t]*goroutine \d/u, 1);
  return first;
}

/** A body in the encoding that its bytes show, else in the one it states. */
function decoded(bytes: Uint8Array, contentType: string): string {
  const [, stated = 'windows-1252'] = /charset="?([\w.:-]+)/i.exec(contentType) ?? [];
  const mark = (bytes[0]! << 8) | bytes[1]!;
  const names =
    mark === 0xfffe
      ? ['utf-16le']
      : mark === 0xfeff
        ? ['utf-16be']
        : ['utf-8', stated, 'windows-1252'];
  for (const name of names) {
    try {
      // With `stream`, a character that is cut off at the end is no fault.
      return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
    } catch {
      // Another encoding, or a name that is none.
    }
  }
  return '';
}

/** The JSON of a short body, which need not be in UTF-8; undefined if it is none. */
export function jsonInItsEncoding(bytes: Uint8Array, contentType: string): unknown {
  try {
    return JSON.parse(decoded(bytes, contentType)) as unknown;
  } catch {
    return undefined;
  }
}

/** Without control characters, and without those that change the direction of the text after them. */
function inOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

function lower(text: string): string {
  return text.toLowerCase();
}

/** Text between tags, and the name of the element it is in, without its prefix and in small letters. */
interface Piece {
  element: string;
  text: string;
}

const mostPieces = 100;

/**
 * What a page or an XML text says, as separate texts: of XML the elements with a sentence if one is named so, and nothing
 * that a server says about itself. Its work grows with the length only.
 */
function textsOfMarkup(markup: string, isSentence: (element: string) => boolean): string[] {
  const isPage = /<(!doctype html|html|head|body|br|h1|p)\b/i.test(markup);
  const all = piecesOf(markup);
  const isStated = !isPage && all.some(({ element }) => isSentence(element));
  const texts = all
    .filter(({ element, text }) => !isStated || isSentence(element) || text.includes(' '))
    .map(({ text }) => (isPage ? withoutStatus(text) : text));
  return [...new Set(texts)].filter((text) => /[\p{L}\p{N}]/u.test(text) && !isOfServer(text));
}

/** A text in which a service wrote tags or named characters, as it is meant to be read. */
function withoutMarkup(text: string): string {
  if (!/<\/\w+>|<br ?\/?>|&(amp|lt|gt|quot|nbsp|#x?[\da-f]+);/i.test(text)) return text;
  return piecesOf(`<>${text}`)
    .map((piece) => piece.text)
    .join(' ')
    .replaceAll(/ ([.,;:!?])/g, '$1');
}

function piecesOf(markup: string): Piece[] {
  const pieces: Piece[] = [];
  let hidden: string | null = null;
  for (const part of withoutSections(markup).split('<').slice(1)) {
    const [, name = ''] = /^\/?(?:[\w.-]+:)?([\w.-]*)/.exec(part)!;
    const element = name.toLowerCase();
    const isEnd = part.startsWith('/');
    if (hidden === null && !isEnd && /^(script|style|svg|noscript)$/.test(element))
      hidden = element;
    else if (isEnd && element === hidden) hidden = null;
    const end = part.indexOf('>');
    const text = hidden === null && end >= 0 ? withCharacters(part.slice(end + 1)).trim() : '';
    if (text !== '' && pieces.length < mostPieces) {
      pieces.push({ element: isEnd ? '' : element, text });
    }
  }
  return pieces;
}

/** Without comments, and with the signs of marked text (CDATA) written as in other text. */
function withoutSections(markup: string): string {
  const [first = '', ...rest] = markup.split(/<!(?=--|\[CDATA\[)/);
  const kept = rest.map((part) => {
    const isComment = part.startsWith('--');
    const end = part.indexOf(isComment ? '-->' : ']]>');
    const after = end < 0 ? '' : part.slice(end + 3);
    if (isComment) return after;
    const inside = part.slice('[CDATA['.length, end < 0 ? undefined : end);
    return inside.replaceAll('&', '&amp;').replaceAll('<', '&lt;') + after;
  });
  return first + kept.join('');
}

/** "502 Bad Gateway", "Error 503: …" and "(403)" are words of a gateway about itself. */
const withoutStatus = (text: string): string =>
  text
    .replace(/^(HTTP Status|HTTP\S*|Error)? ?[45]\d\d\b ?[-–—:]? ?/i, '')
    .replace(/ ?\([45]\d\d\)$/, '');

const serverPhrases = new Set(
  [
    ...Object.values(STATUS_CODES),
    'gateway time-out',
    'service temporarily unavailable',
    'authorization required',
    'request entity too large',
    'not allowed',
    'server error',
    'error',
    'whitelabel error page',
    'type',
    'status report',
    'message',
    'description',
  ].map((phrase) => (phrase ?? '').toLowerCase()),
);

/** The name of a server, a status without a reason, or a place in a program. */
const isOfServer = (text: string): boolean =>
  serverPhrases.has(text.toLowerCase()) ||
  /^(nginx|apache|openresty|cloudflare|microsoft-iis|tengine|caddy|litespeed|jetty)\b[^.]{0,10}(\.[^.]{1,99}){0,9}$/i.test(
    text,
  ) ||
  /^at \S+ ?\(/.test(text) ||
  /^error code:? \d+$/i.test(text);

/** What is written above or below a letter, and signs with a name of their own. */
const accents: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};
const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  szlig: 'ß',
  oslash: 'ø',
  aelig: 'æ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
};

const withCharacters = (text: string): string =>
  text.replaceAll(
    /&(#x?[\da-f]{1,6}|\w{2,7});/gi,
    (whole, name: string) => characterOf(name) ?? whole,
  );

function characterOf(name: string): string | undefined {
  if (name.startsWith('#')) {
    const code = Number(/^#x/i.test(name) ? `0${name.slice(1)}` : name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }
  const accent = accents[name.slice(1)];
  return accent === undefined ? signs[name.toLowerCase()] : (name[0]! + accent).normalize('NFC');
}
