// Runs unit tests for the parent process, again and again in one Vitest: starting it costs more than a
// test. Under Electron's Node, in the copy of the tree that is its working folder.
import { createVitest } from 'vitest/node';

/** Nearest tests first, as the parent gives them: Vitest would sort them by size. */
class GivenOrder {
  shard(files) {
    return files;
  }
  sort(files) {
    return files;
  }
}

const vitest = await createVitest('test', {
  root: process.cwd(),
  project: ['unit'],
  watch: false,
  bail: 1,
  // One process runs all tests of a mutant. A test that waits longer has noticed the change.
  isolate: false,
  maxWorkers: 1,
  testTimeout: 20_000,
  hookTimeout: 20_000,
  teardownTimeout: 2_000,
  reporters: [{}],
  sequence: { sequencer: GivenOrder },
});
await vitest.standalone();

const [project] = vitest.projects;

/** The first failure, or null. That nothing ran is one, unless a failure ended the run before. */
function failureOf(result, tests) {
  const { unhandledErrors } = result;
  // The result has the test files of earlier runs too.
  const testModules = result.testModules.filter(({ moduleId }) => tests.includes(moduleId));
  for (const module of testModules) {
    const broken = module.errors()[0];
    if (broken) return { test: module.relativeModuleId, message: broken.message };
    for (const test of module.children.allTests('failed'))
      return { test: test.fullName, message: test.result().errors?.[0]?.message ?? '' };
  }
  const [error] = unhandledErrors;
  if (error) return { test: null, message: String(error.message) };
  return testModules.some((module) => module.state() === 'passed')
    ? null
    : { test: null, message: 'no test ran' };
}

let mutated = null;

async function answer({ file, tests }) {
  // The file of the mutant before is as it was again.
  for (const changed of [mutated, file]) if (changed) vitest.invalidateFile(changed);
  mutated = file;
  try {
    const specifications = tests.map((test) => project.createSpecification(test));
    const result = await vitest.runTestSpecifications(specifications);
    process.send({ failure: failureOf(result, tests) });
  } catch (error) {
    process.send({ failure: { test: null, message: String(error.message) } });
  }
}

process.on('message', (request) => void answer(request));
process.on('disconnect', () => process.exit());
process.send({ isReady: true });
