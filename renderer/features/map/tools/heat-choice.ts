/** What the heat shows: devices where they are now, or alerts of the last hours. */
export const heatChoices = ['off', 'devices', 'alerts24h', 'alerts7d', 'alerts30d'] as const;
export type HeatChoice = (typeof heatChoices)[number];

export type AlertHeat = Exclude<HeatChoice, 'off' | 'devices'>;

const hourMs = 3_600_000;

/** The time before now of which alerts are shown. */
export const alertHeatMs: Record<AlertHeat, number> = {
  alerts24h: 24 * hourMs,
  alerts7d: 7 * 24 * hourMs,
  alerts30d: 30 * 24 * hourMs,
};

export const isOfAlerts = (choice: HeatChoice): choice is AlertHeat => choice in alertHeatMs;
