// The lint rule waypost/import-layers: judges every import of main/, preload/, renderer/ and shared/
// by the table in layers.mjs.
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { hostPackages, layers } from './layers.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const aliases = Object.entries(
  JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).imports,
).map(([pattern, target]) => ({
  prefix: pattern.slice(0, pattern.indexOf('*')),
  start: target.slice('./'.length, target.indexOf('*')),
  end: target.slice(target.indexOf('*') + 1),
}));

const testFile = /\.(test|test-support|bench)(\.tsx?)?$/;
/** What component tests may import beside their layer: `show`, and main's side of the contract. */
const componentTest = /\.test\.tsx$/;
const componentSupport = 'test/support/window';
/** The English messages, for tests of texts. */
const english = 'test/support/english';
const testSupport = /\.(test-support|bench)(\.tsx?)?$/;

const isInside = (file, folder) => file === folder || file.startsWith(`${folder}/`);
const layerOf = (file) => layers.find((layer) => isInside(file, layer.path));
const withoutExtension = (file) => file.replace(/\.tsx?$/, '');

/** The project path that a specifier leads to; null for a package. */
function resolve(specifier, file) {
  const [plain] = specifier.split('?');
  if (plain.startsWith('.')) return path.posix.join(path.posix.dirname(file), plain);
  const alias = aliases.find(({ prefix }) => plain.startsWith(prefix));
  return alias ? `${alias.start}${plain.slice(alias.prefix.length)}${alias.end}` : null;
}

/** The specifier to use instead of a relative path; null where no alias leads to the file. */
function aliasOf(target) {
  const file = withoutExtension(target);
  for (const { prefix, start, end } of aliases) {
    const ending = withoutExtension(end);
    if (file.startsWith(start) && file.endsWith(ending)) {
      const name = file.slice(start.length, file.length - ending.length);
      if (!(ending && name.includes('/'))) return `${prefix}${name}`;
    }
  }
  return null;
}

function judgePackage(specifier, layer, isTest) {
  if (isBuiltin(specifier) || specifier.startsWith('node:')) {
    return isTest || layer.node ? null : `${layer.path} must not import Node's modules.`;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const isHost = hostPackages.includes(name);
  const isAllowed = isHost
    ? layer.host?.includes(name)
    : isTest || !layer.packages || layer.packages.includes(name);
  return isAllowed ? null : `${layer.path} must not import the package ${name}.`;
}

function judgeFile(specifier, target, layer, isTest) {
  const isSupport = testSupport.test(target);
  if (isSupport && !isTest) return 'Only tests may import test support and benchmarks.';
  if (isInside(target, layer.path)) return null;

  const targetLayer = layerOf(target);
  if (!targetLayer || !layer.imports.some((folder) => isInside(target, folder))) {
    const folder = targetLayer?.path ?? target;
    return `${layer.path} must not import the folder ${folder}, see scripts/lint/layers.mjs.`;
  }
  const { entry, path: folder } = targetLayer;
  const inner = withoutExtension(target.slice(folder.length + 1));
  if (entry && inner !== entry && !isSupport) {
    return `Other layers may import only '${aliasOf(`${folder}/${entry}`)}' of ${folder}.`;
  }
  const alias = aliasOf(target);
  const within = layer.relativeWithin ?? layer.path;
  if (specifier.startsWith('.') && alias && !isInside(target, within)) {
    return `Write '${alias}' instead of a relative path out of ${within}.`;
  }
  return null;
}

/** Why `file` (a project path) must not import `specifier`; null where it may. */
export function judge(specifier, file) {
  const layer = layerOf(file);
  if (!layer) return null;
  const isTest = testFile.test(file);
  const target = resolve(specifier, file);
  if (isTest && target === english) return null;
  if (componentTest.test(file) && target !== null && isInside(target, componentSupport))
    return null;
  return target === null
    ? judgePackage(specifier, layer, isTest)
    : judgeFile(specifier, target, layer, isTest);
}

const importLayers = {
  createOnce(context) {
    let file;
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const message = judge(source.value, file);
      if (message) context.report({ message, node: source });
    };
    return {
      before() {
        file = path.relative(root, context.filename).replaceAll(path.sep, '/');
      },
      Program(node) {
        if (layerOf(file)) return;
        const message = `${file} belongs to no layer: add its folder to scripts/lint/layers.mjs.`;
        context.report({ message, node });
      },
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument),
      TSExternalModuleReference: (node) => check(node.expression),
    };
  },
};

export default { meta: { name: 'waypost' }, rules: { 'import-layers': importLayers } };
