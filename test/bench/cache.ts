import { benchCache } from '#main/cache/cache.bench';

// Measures the offline copy of a fleet of this size; prints one line of JSON for each round.
const [rounds = '3', count = '10000'] = process.argv.slice(2);
for (let i = 0; i < Number(rounds); i++)
  console.log(JSON.stringify(await benchCache(Number(count))));
