import fc from 'fast-check';

// Every machine judges a commit by the same cases, so that a change is refused for what it changed.
// New cases are looked for by hand: `WAYPOST_SEED=random npm test -- --only=unit`.
const given = process.env['WAYPOST_SEED'] ?? '20261121';
if (given !== 'random') fc.configureGlobal({ seed: Number(given) });
