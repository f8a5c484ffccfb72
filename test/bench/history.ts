import { benchHistory } from '#main/features/history/bench';

// A year of one device, as main keeps and reads it; one line of JSON for each round.
const [rounds = '3'] = process.argv.slice(2);
for (let i = 0; i < Number(rounds); i++) console.log(JSON.stringify(benchHistory()));
