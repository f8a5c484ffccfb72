// The mutants of a source file, from its syntax tree: one small change each, of the kinds that a slip of
// the hand makes. Types, comments, imports and text for people are left as they are.
import { parseSync } from 'vite';

const swappedOperators = {
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '??=': ['='],
  '||=': ['&&='],
};

const swappedMethods = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/** `list.filter(…)` becomes `list`. */
const removedMethods = new Set([
  'filter',
  'toSorted',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
  'toUpperCase',
]);

/** A literal that code compares or stores, unlike a sentence, which is text for people. */
const isName = (text) => /^[\w./:-]*$/.test(text);

const isText = (node) =>
  (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral';

/** Calls whose arguments only people read. */
function isForPeople({ callee }, source) {
  return /^(console\.|(this\.#?)?(\w+\.)*#?log(ger)?(\.\w+)?$|(Type|Range)?Error$|[A-Z]\w*Error$)/.test(
    source.slice(callee.start, callee.end),
  );
}

/** Replaces `node`. */
function change(operator, node, replacement) {
  return { operator, start: node.start, end: node.end, replacement };
}

function conditionChanges(test, source) {
  const text = source.slice(test.start, test.end);
  // A comparison is mutated itself; negating it would be the same change again.
  if (test.type === 'BinaryExpression' || test.type === 'LogicalExpression')
    return [change('condition', test, 'true'), change('condition', test, 'false')];
  return [change('condition', test, `!(${text})`)];
}

/** One more, or for a large number twice as many: the next one would make no difference to anyone. */
function otherNumber(value) {
  return String(Math.abs(value) < 100 ? value + 1 : value * 2);
}

const visitors = {
  BinaryExpression(node, source) {
    if (node.operator === '+' && (isText(node.left) || isText(node.right))) return [];
    const [left, right] = [node.left, node.right].map(({ start, end }) => source.slice(start, end));
    return (swappedOperators[node.operator] ?? []).map((operator) =>
      change('operator', node, `${left} ${operator} ${right}`),
    );
  },
  LogicalExpression(node, source) {
    const [left, right] = [node.left, node.right].map(({ start, end }) => source.slice(start, end));
    if (node.operator === '??')
      return [change('default', node, left), change('default', node, right)];
    const operator = swappedOperators[node.operator][0];
    return [change('operator', node, `(${left}) ${operator} (${right})`)];
  },
  AssignmentExpression(node, source) {
    const [left, right] = [node.left, node.right].map(({ start, end }) => source.slice(start, end));
    return (swappedOperators[node.operator] ?? []).map((operator) =>
      change('operator', node, `${left} ${operator} ${right}`),
    );
  },
  UpdateExpression(node, source) {
    const argument = source.slice(node.argument.start, node.argument.end);
    const operator = node.operator === '++' ? '--' : '++';
    return [
      change('operator', node, node.prefix ? `${operator}${argument}` : `${argument}${operator}`),
    ];
  },
  UnaryExpression(node, source) {
    if (node.operator !== '!' && node.operator !== '-') return [];
    return [change('negation', node, source.slice(node.argument.start, node.argument.end))];
  },
  IfStatement: (node, source) => conditionChanges(node.test, source),
  ConditionalExpression: (node, source) => conditionChanges(node.test, source),
  WhileStatement: (node) => [change('condition', node.test, 'false')],
  Literal(node) {
    if (typeof node.value === 'boolean') return [change('constant', node, String(!node.value))];
    if (typeof node.value === 'number') return [change('constant', node, otherNumber(node.value))];
    if (typeof node.value === 'string' && isName(node.value))
      return [change('string', node, `'${node.value}_'`)];
    return [];
  },
  ArrayExpression: (node) => (node.elements.length > 0 ? [change('list', node, '[]')] : []),
  ExpressionStatement: (node) => (node.directive ? [] : [change('statement', node, ';')]),
  ReturnStatement: (node) => [change('return', node, node.argument ? 'return undefined;' : ';')],
  CallExpression(node, source) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed) return [];
    const name = callee.property.name;
    const object = source.slice(callee.object.start, callee.object.end);
    if (Object.hasOwn(swappedMethods, name))
      return [change('method', callee.property, swappedMethods[name])];
    if (removedMethods.has(name)) return [change('method', node, object)];
    return [];
  },
  MemberExpression(node, source) {
    if (!node.optional) return [];
    const object = source.slice(node.object.start, node.object.end);
    const rest = source.slice(node.object.end, node.end).replace('?.', node.computed ? '' : '.');
    return [change('optional', node, `${object}${rest}`)];
  },
};

const declarationsWithoutBehaviour = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
]);

/** The children of a node in which there is behaviour. */
function* childrenOf(node) {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    // A property's name or a module's address is not a value.
    if (key === 'key' && !node.computed) continue;
    if (node.type === 'ExportNamedDeclaration' && key === 'source') continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === 'object' && typeof child.type === 'string')
        yield child;
  }
}

const transparentTypes = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
]);

function collect(node, context) {
  if (declarationsWithoutBehaviour.has(node.type)) return;
  if (transparentTypes.has(node.type)) {
    collect(node.expression, context);
    return;
  }
  if (node.type.startsWith('TS')) return;
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
  if (isCall && isForPeople(node, context.source)) {
    context.texts += 1;
    return;
  }
  const isLogged =
    node.type === 'ExpressionStatement' &&
    node.expression.type === 'CallExpression' &&
    isForPeople(node.expression, context.source);
  if (isLogged) {
    context.texts += 1;
    return;
  }
  if (isText(node) && !(node.type === 'Literal' && isName(node.value))) context.texts += 1;
  context.changes.push(...(visitors[node.type]?.(node, context.source) ?? []));
  for (const child of childrenOf(node)) collect(child, context);
}

function lineOf(source, index) {
  return source.slice(0, index).split('\n').length;
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ');
/** Beyond this a change is a rewrite and not a slip. */
const longestLines = 5;

/** All mutants of `file`, and how many texts for people were left out. */
export function mutantsOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const context = { source, changes: [], texts: 0 };
  collect(program, context);
  const lines = source.split('\n');
  const mutants = context.changes
    .map((found) => {
      const original = source.slice(found.start, found.end);
      const line = lineOf(source, found.start);
      return {
        ...found,
        file,
        line,
        code: lines[line - 1].trim(),
        original: oneLine(original),
        change: `${oneLine(original)} → ${oneLine(found.replacement)}`,
      };
    })
    .filter(({ original, replacement }) => original !== oneLine(replacement))
    .filter(({ start, end }) => source.slice(start, end).split('\n').length <= longestLines);
  return { mutants, texts: context.texts };
}

/** The source with the change of one mutant. */
export function mutate(source, { start, end, replacement }) {
  return source.slice(0, start) + replacement + source.slice(end);
}
