import sax from 'sax';

/** What a reader of XML wants to know; names are without their namespace prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True: the rest of the document is not read. */
  isDone?(): boolean;
}

/** No part of a workbook is nested so deep, or has an element with so many attributes. */
const mostDeep = 100;
const mostAttributes = 200;

/**
 * Parses untrusted XML in chunks. A document type is refused, because it can declare entities that
 * expand without limit or are in other files. Throws an ordinary error for anything it refuses.
 */
export async function readXmlEvents(
  chunks: AsyncIterable<Uint8Array>,
  listener: XmlListener,
): Promise<void> {
  const parser = sax.parser(true);
  let depth = 0;
  let attributeCount = 0;
  const refuse = (why: string): never => {
    throw new Error(`The XML is refused: ${why}.`);
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = () => refuse('it declares a document type');
  parser.onopentagstart = () => {
    attributeCount = 0;
    if (++depth > mostDeep) refuse('it is nested too deep');
  };
  parser.onattribute = () => {
    if (++attributeCount > mostAttributes) refuse('an element has too many attributes');
  };
  parser.onopentag = ({ name, attributes }) =>
    listener.open?.(localName(name), attributes as Record<string, string>);
  parser.onclosetag = (name) => {
    depth -= 1;
    listener.close?.(localName(name));
  };
  parser.ontext = (text) => listener.text?.(text);
  parser.oncdata = (text) => listener.text?.(text);

  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    parser.write(decoder.decode(chunk, { stream: true }));
    if (listener.isDone?.()) return;
  }
  if (decoder) parser.write(decoder.decode());
  parser.close();
}

/** XML is UTF-8 or, with a byte order mark, UTF-16; workbooks use no other encoding. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
