// `npm run check`: format, lint with the import rules, messages, types and unit tests; run before every commit.
import { setUp } from './setup.mjs';
import { runStages, stages, summary } from './stages.mjs';

const names = ['format', 'lint', 'messages', 'types', 'unit'];

const dist = await setUp({ purpose: 'start', needsBuild: false });
const total = dist
  ? await runStages(
      stages.filter(({ name }) => names.includes(name)),
      { dist, extra: [] },
    )
  : { passed: 0, failed: 1, skipped: 0 };
console.log(`\n${summary(total)}`);
process.exitCode = total.failed === 0 && !total.stopped ? 0 : 1;
