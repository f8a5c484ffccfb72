// Which messages no code names. Keys made of parts, such as `jobs.state.${state}`, are the values of the type that the
// compiler gives them.
import fs from 'node:fs';
import path from 'node:path';
import { API, TypeFlags } from 'typescript/unstable/sync';
import { SyntaxKind } from 'typescript/unstable/ast';

const root = path.resolve(import.meta.dirname, '..');
const ofTests = /\.(?:test|test-support|bench)\.tsx?$|\.generated\.d\.ts$|node_modules/;
const literal = /(['"`])([a-z][\w-]*(?:\.[\w-]+)+)\1/gi;
const template = /^`[a-z][\w-]*\.[^`\s]*\$\{/i;

/** Those of `keys` that neither the app nor the scripts use. */
export function unusedMessages(keys) {
  const unused = new Set(keys);
  for (const name of fs.readdirSync(path.join(root, 'scripts'), { recursive: true })) {
    if (name.endsWith('.mjs')) readLiterals(path.join(root, 'scripts', name), unused);
  }
  const api = new API({ cwd: root });
  try {
    for (const folder of ['main', 'preload', 'renderer']) {
      const config = path.join(root, folder, 'tsconfig.json');
      const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
      const files = project.program
        .getSourceFileNames()
        .filter((file) => path.resolve(file).startsWith(root) && !ofTests.test(file));
      for (const file of files) {
        const text = readLiterals(file, unused);
        if (/`[a-z][\w-]*\.[^`\s]*\$\{/i.test(text)) readTemplates(project, file, text, unused);
      }
    }
  } finally {
    api.close();
  }
  return [...unused];
}

function readLiterals(file, unused) {
  const text = fs.readFileSync(file, 'utf8');
  for (const [, , key] of text.matchAll(literal)) unused.delete(key);
  return text;
}

function readTemplates({ program, checker }, file, text, unused) {
  const templates = [];
  const visit = (node) => {
    if (node.kind === SyntaxKind.TemplateExpression) {
      if (template.test(text.slice(node.pos, node.end).trimStart())) templates.push(node);
    }
    node.forEachChild(visit);
  };
  visit(program.getSourceFile(file));
  for (const type of templates.length === 0 ? [] : checker.getTypeAtLocation(templates)) {
    for (const one of type.flags & TypeFlags.Union ? type.getTypes() : [type]) {
      if (one.flags & TypeFlags.StringLiteral) unused.delete(one.value);
      else if (one.flags & TypeFlags.TemplateLiteral) deleteLike(one, unused);
    }
  }
}

/** A part whose type is any string may be any word. */
function deleteLike({ texts }, unused) {
  const escaped = texts.map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const like = new RegExp(`^${escaped.join('[^.]+')}$`);
  for (const key of unused) if (like.test(key)) unused.delete(key);
}
