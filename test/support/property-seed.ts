import fc from 'fast-check';

// Every machine tests a commit with the same cases, so that a failure is due to the change.
// To search for new cases: `WAYPOST_SEED=random npm test -- --only=unit`.
const given = process.env['WAYPOST_SEED'] ?? '20261121';
if (given !== 'random') fc.configureGlobal({ seed: Number(given) });
