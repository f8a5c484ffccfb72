// `npm test`: sets up what is missing, then runs every stage, whatever fails. The last line is always
// "N passed, N failed". `npm test -- --only=unit,e2e` selects stages; with a single one, further
// arguments are passed to its runner (`--only=unit main/cache`).
import { setUp } from './setup.mjs';
import { chooseStages, runStages, summary } from './stages.mjs';

async function test(args) {
  const { chosen, extra } = chooseStages(args);
  const needsBuild = chosen.some(({ name }) => name === 'e2e');
  const dist = await setUp({ purpose: 'test', needsBuild });
  if (!dist) throw new Error('nothing was tested, because the set-up failed');
  return runStages(chosen, { dist, extra });
}

const total = await test(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return { passed: 0, failed: 1, skipped: 0 };
});
console.log(`\n${summary(total)}`);
process.exitCode = total.failed === 0 && !total.stopped ? 0 : 1;
