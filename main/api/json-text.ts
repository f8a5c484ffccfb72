import { randomUUID } from 'node:crypto';

export interface ParsedText {
  json: unknown;
  isReadable: boolean;
  /** The first character that is no space; null: there is none. */
  begin: string | null;
}

/** Parses JSON as `JSON.parse` does, while it arrives. An empty text is readable and contains nothing. */
export interface JsonText {
  add(text: string): Promise<void>;
  end(): ParsedText;
}

/** The beginning of a long list, while the rest of the text arrives. */
export interface ListBeginning {
  /** The text up to the list, its bracket included. */
  before: string;
  items: readonly unknown[];
}

/** About a millisecond of work for each step. */
const partLength = 256 * 1024;

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const closingBracket = 0x5d;
const brace = 0x7b;
const closingBrace = 0x7d;

interface JsonTextOptions {
  longest?: number;
  /** Receives the first part of the first list that is cut. */
  onBeginning?: ((beginning: ListBeginning) => void) | undefined;
}

/**
 * Each list that is in no other list is cut at its commas, and its parts are parsed alone, with
 * `nextTurn` after each. What is around the parts is parsed with a mark in their place. The text is valid
 * exactly if all of these are, and no part is empty. The text is never put together: of a list of many
 * megabytes that alone would be a long turn.
 */
export function createJsonText(
  nextTurn: () => Promise<void>,
  { longest = partLength, onBeginning }: JsonTextOptions = {},
): JsonText {
  const mark = randomUUID();
  const lists = new Map<string, unknown[]>();
  let begin: string | null = null;
  let isBroken = false;
  let around = '';
  /** Of the list at hand, since its last cut. */
  let part = '';
  /** Of the list at hand; null: not cut so far. */
  let items: unknown[] | null = null;
  let isInList = false;
  let isInString = false;
  let isEscaped = false;
  /** Open brackets and braces inside the list. */
  let depth = 0;

  function beginList(): void {
    isInList = true;
    depth = 0;
    part = '';
    items = null;
  }

  function cut(): void {
    const before = around;
    if (items === null) {
      items = [];
      const name = `${mark}${lists.size}`;
      lists.set(name, items);
      around += `"${name}"`;
    }
    const isFirst = lists.size === 1 && items.length === 0;
    addItems(items, part);
    part = '';
    if (isFirst) onBeginning?.({ before, items: [...items] });
  }

  function endList(): void {
    if (items === null) around += part;
    else cut();
    isInList = false;
  }

  /** Whether the list ends or is cut at this character. */
  function isEndOfPart(code: number, length: number): boolean {
    if (code === bracket || code === brace) depth += 1;
    else if (code === closingBracket || code === closingBrace) {
      if (depth === 0) return true;
      depth -= 1;
    }
    return code === comma && depth === 0 && length >= longest;
  }

  /** The position of the next character of interest outside texts; the length if there is none. */
  function skipString(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (code === backslash) isEscaped = true;
      else if (code === quote) {
        isInString = false;
        return at + 1;
      }
    }
    return text.length;
  }

  async function read(text: string): Promise<void> {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      if (isInString) at = skipString(text, at);
      if (at >= text.length) break;
      const code = text.charCodeAt(at);
      if (code === quote) isInString = true;
      else if (!isInList) {
        if (code !== bracket) continue;
        around += text.slice(from, at + 1);
        from = at + 1;
        beginList();
      } else if (isEndOfPart(code, part.length + at - from)) {
        part += text.slice(from, at);
        if (code === comma) {
          cut();
          from = at + 1;
        } else {
          endList();
          from = at;
        }
        await nextTurn();
      }
    }
    if (isInList) part += text.slice(from);
    else around += text.slice(from);
  }

  return {
    add: async (text) => {
      begin ??= /\S/.exec(text)?.[0] ?? null;
      if (isBroken) return;
      isBroken = !(await isValid(() => read(text)));
    },
    end: () => {
      if (begin === null) return { json: undefined, isReadable: true, begin };
      try {
        if (isBroken) throw new SyntaxError('a part of a list is no JSON');
        const json: unknown = JSON.parse(around + (isInList ? part : ''));
        fillLists(json, lists);
        return { json, isReadable: true, begin };
      } catch (error) {
        if (error instanceof SyntaxError) return { json: undefined, isReadable: false, begin };
        throw error;
      }
    },
  };
}

async function isValid(read: () => Promise<void>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function addItems(items: unknown[], part: string): void {
  const parsed = JSON.parse(`[${part}]`) as unknown[];
  // A list with a comma before its end, or two in a row.
  if (parsed.length === 0) throw new SyntaxError('a part of a list is empty');
  for (const item of parsed) items.push(item);
}

/** Replaces the marks; a list is only in objects. */
function fillLists(json: unknown, lists: ReadonlyMap<string, unknown[]>): void {
  if (typeof json !== 'object' || json === null) return;
  if (Array.isArray(json)) {
    const items = json.length === 1 ? lists.get(json[0] as string) : undefined;
    if (!items) return;
    json.length = 0;
    for (const item of items) json.push(item);
    return;
  }
  for (const member of Object.values(json)) fillLists(member, lists);
}
