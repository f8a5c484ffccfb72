import { STATUS_CODES } from 'node:http';

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
export function textsOfMarkup(markup: string, isSentence: (element: string) => boolean): string[] {
  const isPage = /<(!doctype html|html|head|body|br|h1|p)\b/i.test(markup);
  const all = piecesOf(markup);
  const isStated = !isPage && all.some(({ element }) => isSentence(element));
  const texts = all
    .filter(({ element, text }) => !isStated || isSentence(element) || text.includes(' '))
    .map(({ text }) => (isPage ? withoutStatus(text) : text));
  return [...new Set(texts)].filter((text) => /[\p{L}\p{N}]/u.test(text) && !isOfServer(text));
}

/** A text in which a service wrote tags or named characters, as it is meant to be read. */
export function withoutMarkup(text: string): string {
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
    'Gateway Time-out',
    'Service Temporarily Unavailable',
    'Authorization Required',
    'Request Entity Too Large',
    'Not Allowed',
    'Server Error',
    'Error',
    'Whitelabel Error Page',
    'Type',
    'Status Report',
    'Message',
    'Description',
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
