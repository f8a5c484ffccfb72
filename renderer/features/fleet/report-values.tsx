import type { Fix } from '#shared/domain/fix';
import { knownOf, type Known } from '#shared/domain/known';
import type { Format } from '#lib/format';
import { gapText, originalText } from '#lib/known-text';
import { Fact, FactList } from '#ui/fact-list';
import { texts } from './fleet-texts';
import { partlyText } from './known-fact';
import { KnownRows, knownRow, type KnownRow } from './known-rows';
import { switchesText } from './switches-text';
import { messages } from './fleet-messages';

interface PartProps {
  fix: Fix;
  isOld: boolean;
}

const measured = [
  [texts.battery, 'battery', '%'],
  [texts.fuel, 'fuel', '%'],
  [texts.fuelSecondTank, 'fuel2', '%'],
  [texts.temperature, 'temperature', '°C'],
  [texts.temperature2, 'temperature2', '°C'],
  [texts.engineSpeed, 'rpm', 'rpm'],
  [texts.distance, 'mileageKm', 'km'],
] as const;

/** Where the unit or the meaning of a value comes from. */
function sourceOf(field: (typeof measured)[number][1], unit: string, sent: string): string {
  if (field === 'rpm') return messages.sentInRevolutions(sent);
  const assumed = messages.unitAssumed(unit);
  return field === 'mileageKm'
    ? messages.sentStraightLines(sent, assumed)
    : messages.sentWithNote(sent, assumed);
}

/** What the device measured, each with its unit, and its inputs and outputs. */
export function measurementRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const { number } = format;
  return [
    ...measured.map(([name, field, unit]) =>
      knownRow(
        name,
        knownOf(fix, field),
        (value) => (field === 'mileageKm' ? format.mileage(value) : `${number(value)} ${unit}`),
        {
          isOld,
          source: (value) => sourceOf(field, unit, number(value)),
        },
      ),
    ),
    ...fix.sensorTimes.flatMap((value, index) => sensorTime(fix, index + 1, value, isOld, number)),
    knownRow(texts.inputs, knownOf(fix, 'inputs'), switchesText, { isOld }),
    knownRow(texts.outputs, knownOf(fix, 'outputs'), switchesText, { isOld }),
  ];
}

/** The rows that fit into one line of the overview: what was measured and is known. */
export function overviewRows(fix: Fix, isOld: boolean, format: Format): KnownRow[] {
  const names = new Set<string>(measured.map(([name]) => name));
  return measurementRows(fix, isOld, format).filter(
    ({ name, is }) => is !== 'hidden' && names.has(name),
  );
}

function sensorTime(
  fix: Fix,
  input: number,
  value: number | null,
  isOld: boolean,
  number: Format['number'],
): KnownRow[] {
  const name = messages.inputOnFor(input);
  const unread = fix.gaps?.notUnderstood ?? {};
  const field = `sensorTime${input}`;
  if (Object.hasOwn(unread, field)) {
    return [{ name, is: 'gap', text: messages.notUnderstood(originalText(unread[field])) }];
  }
  if (value === null) return [];
  return [{ name, is: 'value', isOld, text: messages.unitNotDocumented(number(value)) }];
}

/** Alerts and warnings of the report; the names and the texts often are the same. */
export function Messages({ fix, isOld }: PartProps) {
  return (
    <FactList title={texts.alertsAndWarnings}>
      <KnownRows
        rows={[
          knownRow(
            texts.criticalAlert,
            knownOf(fix, 'hasCriticalAlert'),
            (isCritical) => (isCritical ? texts.yes : texts.no),
            { isOld },
          ),
          textsRow(texts.alerts, [knownOf(fix, 'alerts'), knownOf(fix, 'alertTexts')], isOld),
          textsRow(texts.warnings, [knownOf(fix, 'warnings'), knownOf(fix, 'warningTexts')], isOld),
        ]}
      />
    </FactList>
  );
}

/** "None" only if the service sent an empty list. */
function textsRow(
  name: string,
  lists: readonly Known<readonly string[]>[],
  isOld: boolean,
): KnownRow {
  const values = lists.filter((list) => list.is === 'value');
  const unread = [
    ...values.flatMap((list) => list.unread ?? []),
    ...lists.flatMap((list) => (list.is === 'notUnderstood' ? [list.original] : [])),
  ];
  if (values.length === 0) {
    const gap = lists.find((list) => list.is === 'notUnderstood');
    return gap ? { name, is: 'gap', text: gapText(gap) ?? '' } : { name, is: 'hidden', text: '' };
  }
  const sent = [...new Set(values.flatMap((list) => list.value))];
  const text = sent.join('; ') || (unread.length === 0 ? texts.none : texts.noneUnderstood);
  return {
    name,
    is: 'value',
    isOld,
    text: unread.length === 0 ? text : partlyText(text, unread),
  };
}

/** Device-specific values, and members that Waypost does not know. */
export function Attributes({ fix, isOld }: PartProps) {
  const attributes = knownOf(fix, 'attributes');
  const accessories = knownOf(fix, 'accessories');
  return (
    <FactList title={texts.attributesOfTheReport}>
      {Object.entries(fix.attributes).map(([name, value]) => (
        <Fact key={`attribute ${name}`} name={name} isOld={isOld}>
          {value}
        </Fact>
      ))}
      {fix.accessories.map((accessory, index) => (
        <Fact key={`accessory ${index}`} name={messages.accessory(index + 1)} isOld={isOld}>
          {Object.entries(accessory)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')}
        </Fact>
      ))}
      {Object.entries(fix.extra).map(([name, value]) => (
        <Fact key={`extra ${name}`} name={name} isOld={isOld}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
      <KnownRows
        rows={[
          ...(Object.keys(fix.attributes).length === 0
            ? [knownRow(texts.attributes, attributes, () => texts.none)]
            : []),
          ...(accessories.is === 'notUnderstood'
            ? [knownRow(texts.accessories, accessories, () => '')]
            : []),
        ]}
      />
    </FactList>
  );
}
