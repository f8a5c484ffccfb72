/**
 * Indents JSON token by token. Parsing and writing it again would change values such as 1.0 or a long
 * id.
 */
export function indentJson(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? [];
  let depth = 0;
  let text = '';
  const newLine = () => `\n${'  '.repeat(depth)}`;
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    if (token === '}' || token === ']') {
      depth -= 1;
      const isEmpty = before === '{' || before === '[';
      text += isEmpty ? token : newLine() + token;
      return;
    }
    if (before === '{' || before === '[' || before === ',') text += newLine();
    if (token === '{' || token === '[') depth += 1;
    text += token === ':' ? ': ' : token;
  });
  return text;
}
