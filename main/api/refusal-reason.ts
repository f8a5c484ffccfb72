import { STATUS_CODES } from 'node:http';
import { memberOf } from '#shared/wire/envelope';
import { isJsonObject, type JsonObject } from '#shared/wire/json';
import { withoutSecrets } from './redaction';

/** The body of a refusal. */
export interface RefusalBody {
  /** undefined: the body is empty or no JSON. */
  json: unknown;
  /** The beginning of the body as it came. */
  beginning: Uint8Array;
  contentType: string;
}

/** Members with a sentence, those of RFC 9457 (problem details) and OAuth among them. */
const sentences = [
  'title',
  'error',
  'errorText',
  'errorMessage',
  'message',
  'msg',
  'error_description',
  'detail',
  'details',
  'description',
  'defaultMessage',
  'reason',
  'faultstring',
];

/** Members that may describe one reason more closely, or several. */
const nested = ['error', 'message', 'detail', 'details', 'fault', 'odata.error'];

/** Members with several reasons: a list, or texts by field. */
const several = [
  'errors',
  'fieldErrors',
  'field_errors',
  'fieldViolations',
  'violations',
  'issues',
  'validationErrors',
  'validation_errors',
  'modelState',
  'invalid-params',
  'invalidParams',
  'invalid_params',
  'subErrors',
  'non_field_errors',
];

/** Members that name the field which a reason is about; in a whole answer only the first two do. */
const fieldNames = [
  'field',
  'fieldName',
  'property',
  'propertyName',
  'propertyPath',
  'path',
  'param',
  'pointer',
  'parameter',
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
];

const known = new Set([...sentences, ...nested, ...several, ...fieldNames, ...marks].map(lower));

/** Keys of reasons that are about no single field. */
const noField = /^(non_field_errors|__all__|_|general|global|base|\$|\d*)$/i;

interface Reason {
  field: string | null;
  text: string;
}

const mostReasons = 20;
const deepest = 6;
const longestPage = 200;
const longestReason = 500;

/**
 * What a refusal says, in one line for people: the sentences of a JSON object in any of its usual shapes, a plain
 * text, or the words of a web page. null: none was found. Without secrets; `shortened` comes after the last of them.
 */
export function reasonOf(body: RefusalBody, secrets: readonly string[]): string | null {
  return body.json === undefined ? reasonInText(body, secrets) : reasonInJson(body.json, secrets);
}

/** A reason as long as it is shown. Only after secrets are removed: half of one would not be recognised. */
export function shortened(reason: string): string {
  return reason.length > longestReason ? `${reason.slice(0, longestReason - 1)}…` : reason;
}

function reasonInJson(json: unknown, secrets: readonly string[]): string | null {
  const found: Reason[] = [];
  if (isJsonObject(json)) collectFrom(json, null, found, 0);
  else collect(json, null, found, 0);
  const reasons = found
    .map(({ field, text }) => ({ field, text: inOneLine(withoutSecrets(text, secrets, false)) }))
    .filter(({ text }) => text !== '');
  const telling = reasons.filter(({ field, text }) => field !== null || !isFormal(text));
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

/** The name of a status or a code, which says nothing that the status does not say. */
function isFormal(text: string): boolean {
  const phrase = lower(text.replace(/^(HTTP\S* )?\d{3}:? /i, '').replace(/[.!]$/, ''));
  return /^[\w.:/-]*$/.test(text) || statusPhrases.has(phrase);
}

const statusPhrases = new Set(Object.values(STATUS_CODES).map((phrase) => lower(phrase ?? '')));

function collect(value: unknown, field: string | null, found: Reason[], depth: number): void {
  if (found.length >= mostReasons || depth > deepest) return;
  if (typeof value === 'string') found.push({ field, text: value });
  else if (Array.isArray(value)) {
    for (const item of value.slice(0, mostReasons)) collect(item, field, found, depth + 1);
  } else if (isJsonObject(value)) collectFrom(value, field, found, depth);
}

const isByField = (value: unknown): value is JsonObject =>
  isJsonObject(value) && Object.keys(value).some((key) => !known.has(lower(key)));

function collectByField(fields: JsonObject, found: Reason[], depth: number): void {
  for (const [key, value] of Object.entries(fields).slice(0, mostReasons)) {
    collect(value, lastPart(key), found, depth + 1);
  }
}

/** The reasons of an object that describes one refusal, or of a whole answer. */
function collectFrom(
  object: JsonObject,
  outer: string | null,
  found: Reason[],
  depth: number,
): void {
  const before = found.length;
  const field = fieldOf(object, depth === 0 ? 2 : fieldNames.length) ?? outer;
  for (const name of sentences) {
    const text = memberOf(object, name);
    if (typeof text === 'string') found.push({ field, text });
  }
  const translated = memberOf(object, 'lang') === undefined ? undefined : memberOf(object, 'value');
  if (typeof translated === 'string') found.push({ field, text: translated });
  for (const name of nested) {
    const value = memberOf(object, name);
    if (typeof value === 'object') collect(value, field, found, depth + 1);
  }
  for (const name of several) {
    const value = memberOf(object, name);
    if (isByField(value)) collectByField(value, found, depth);
    else collect(value, field, found, depth + 1);
  }
  if (found.length > before) return;
  // Some services answer with nothing but texts by field; a whole answer may also be a record.
  const fields = Object.entries(object).filter(
    ([, value]) =>
      depth > 0 || (Array.isArray(value) && value.every((item) => typeof item === 'string')),
  );
  collectByField(Object.fromEntries(fields), found, depth);
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

function reasonInText(body: RefusalBody, secrets: readonly string[]): string | null {
  const text = decoded(body.beginning, body.contentType);
  // A file or a picture; JSON that was cut off is no sentence either.
  if (text.includes('\0') || /^\s*[[{]/.test(text)) return null;
  const isMarkup = /^\s*</.test(text);
  const plain = withoutSecrets(isMarkup ? textOfMarkup(text) : text, secrets, false);
  const [withoutStack = ''] = plain.split(/\n[ \t]+at /u, 1);
  const line = inOneLine(isMarkup ? withoutServerNames(withoutStack) : withoutStack);
  if (!/[\p{L}\p{N}]/u.test(line) || (isMarkup && isFormal(line))) return null;
  return isMarkup && line.length > longestPage ? `${line.slice(0, longestPage - 1)}…` : line;
}

/** The text between tags; of a page what it shows, its title first. Its work grows with the length only. */
function textOfMarkup(markup: string): string {
  const texts: string[] = [];
  let hidden: string | null = null;
  for (const part of markup.split('<').slice(1)) {
    const [, name = ''] = /^\/?([\w:]*)/.exec(part)!;
    const isEnd = part.startsWith('/');
    if (hidden === null && !isEnd && /^(script|style|svg|noscript)$/i.test(name))
      hidden = lower(name);
    else if (isEnd && lower(name) === hidden) hidden = null;
    const text =
      hidden === null && !part.startsWith('!--') ? part.slice(endOfTag(part)).trim() : '';
    if (text !== '' && !texts.includes(text) && texts.length < 100) texts.push(text);
  }
  return texts
    .join(' ')
    .replace(/&(#x?[\da-f]{1,6}|\w{2,6});/gi, (whole, name: string) => character(name) ?? whole);
}

const endOfTag = (part: string): number =>
  part.includes('>') ? part.indexOf('>') + 1 : part.length;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[lower(name)];
  const code = Number(/^#x/i.test(name) ? `0${name.slice(1)}` : name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** "502 Bad Gateway" and "nginx/1.24" are words of a gateway about itself. */
function withoutServerNames(text: string): string {
  return text
    .replace(/\b(HTTP Status |Error )?[45]\d\d\b:?/gi, ' ')
    .replace(/\b(nginx|apache|openresty|cloudflare|microsoft-iis)(\/[\w.]+)?/gi, ' ')
    .replace(
      /\b(Bad Gateway|Gateway Time-?out|Service (Temporarily )?Unavailable|Internal Server Error|Bad Request|Not Found|Forbidden|Conflict)\b/gi,
      ' ',
    );
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
