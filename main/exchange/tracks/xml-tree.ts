import sax from 'sax';
import { fail } from '#shared/fault';

/**
 * An element: its members by local name, attributes prefixed with @. An element with neither is its
 * text; repeated elements are a list.
 */
export type Element = Record<string, unknown>;

/** Characters parsed at a time; progress is reported in between. */
const pieceLength = 1 << 18;
/** No GPX or KML file is nested so deep, and the functions that walk the tree are recursive. */
const mostDeep = 200;
const mostAttributes = 1_000;

/** Parses untrusted XML. A document type could declare entities that expand without limit. */
export function parseXml(text: string, onShare: (share: number) => void): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    return refuseXml('It declares a document type, which no GPX or KML file needs.');
  }
  const parser = sax.parser(true);
  const root: Element = {};
  const open: { element: Element; text: string }[] = [{ element: root, text: '' }];
  let attributeCount = 0;
  const refuse = (why: string): never => refuseXml(`Line ${parser.line + 1}: ${why}.`);

  parser.onerror = ({ message }) => refuse(message.split('\n')[0]!.replace(/\.$/, ''));
  parser.onopentagstart = () => {
    attributeCount = 0;
  };
  parser.onattribute = () => {
    if (++attributeCount > mostAttributes) refuse('An element has too many attributes');
  };
  parser.onopentag = ({ attributes }) => {
    if (open.length > mostDeep) refuse('It is nested too deep');
    if (open.length === 1 && Object.keys(root).length > 0) refuse('It has more than one root');
    const element: Element = {};
    for (const [name, value] of Object.entries(attributes)) {
      put(element, `@${localName(name)}`, value);
    }
    open.push({ element, text: '' });
  };
  const takeText = (more: string) => {
    open.at(-1)!.text += more;
  };
  parser.ontext = takeText;
  parser.oncdata = takeText;
  parser.onclosetag = (name) => {
    const { element, text: own } = open.pop()!;
    let value: unknown = element;
    if (Object.keys(element).length === 0) value = own.trim();
    else if (own.trim() !== '') element['#text'] = own.trim();
    put(open.at(-1)!.element, localName(name), value);
  };

  for (let from = 0; from < text.length; from += pieceLength) {
    parser.write(text.slice(from, from + pieceLength));
    onShare(Math.min(1, (from + pieceLength) / text.length));
  }
  parser.close();
  return root;
}

export function refuseXml(why: string): never {
  return fail({
    kind: 'invalid',
    field: 'file',
    message: `The file cannot be read as XML. ${why}`,
  });
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function put(element: Element, name: string, value: unknown): void {
  // Not a member: it would set the prototype.
  if (name === '__proto__') return;
  const known = Object.hasOwn(element, name) ? element[name] : undefined;
  if (known === undefined) element[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else element[name] = [known, value];
}
