import { defaultSettings, type Settings } from '#shared/domain/settings';
import { choiceOfSystem, systemOf, unitsOf } from '#shared/domain/units';

/** The settings as the page shows them: units that follow from the system as those units. */
const shownValues = (settings: Settings): Settings => ({
  ...settings,
  unitSystem: systemOf(settings),
  distanceUnit: unitsOf(settings).distance,
  expiryWarningDays: settings.expiryWarningDays.toSorted((a, b) => b - a),
});

/** The default of each setting; of single units, those of the chosen system. */
export function defaultsFor(settings: Settings): Settings {
  const { speed, distance } = unitsOf(choiceOfSystem(systemOf(settings)));
  return { ...shownValues(defaultSettings), speedUnit: speed, distanceUnit: distance };
}

/** Whether a setting differs from its default. */
export function isChanged(key: keyof Settings, settings: Settings): boolean {
  const [value, byDefault] = [shownValues(settings)[key], defaultsFor(settings)[key]];
  return JSON.stringify(value) !== JSON.stringify(byDefault);
}
