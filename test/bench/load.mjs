// What `npm run bench -- --only=service` prints and writes of the service under load.

const ms = (value) => (value === null ? '–' : value.toFixed(value < 10 ? 2 : 0));

/** The table of one run: each store and the driver alone. */
export function loadTable(samples) {
  const header = [
    'store',
    'requests/s',
    'p50, ms',
    'p95',
    'p99',
    'errors',
    'CPU of instances, ms/request',
    'of the database',
    'of the clients',
  ];
  const rows = samples
    .filter(({ load }) => load)
    .map((row) => [
      row.load,
      row.perSecond.toFixed(0),
      ...[row.p50, row.p95, row.p99].map(ms),
      String(row.errors),
      ms(row.serviceMs),
      ms(row.databaseMs),
      ms(row.clientMs),
    ]);
  return [header, ...rows];
}

/** Percentiles of each kind of request by the number of devices. */
export function growthTable(samples) {
  const grown = samples.filter(({ growth }) => growth);
  const kinds = Object.keys(grown[0]?.kinds ?? {});
  const header = [
    'devices',
    'locations',
    'requests/s',
    ...kinds.map((kind) => `${kind}, p50 / p95`),
  ];
  const rows = grown.map(({ growth, locations, perSecond, kinds: measured }) => [
    growth.toLocaleString('en'),
    locations.toLocaleString('en'),
    perSecond.toFixed(0),
    ...kinds.map(
      (kind) => `${ms(measured[kind]?.p50 ?? null)} / ${ms(measured[kind]?.p95 ?? null)}`,
    ),
  ]);
  return [header, ...rows];
}
