import type { Fix } from '#shared/domain/fix';
import { knownOf, type Known } from '#shared/domain/known';
import { gapText, originalText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { Fact, FactList } from '#ui/fact-list';
import { KnownFact, partlyText } from './known-fact';

interface PartProps {
  fix: Fix;
  isOld: boolean;
}

const measured = [
  ['Battery', 'battery', '%'],
  ['Fuel', 'fuel', '%'],
  ['Fuel, second tank', 'fuel2', '%'],
  ['Temperature', 'temperature', '°C'],
  ['Temperature 2', 'temperature2', '°C'],
  ['Engine speed', 'rpm', 'rpm'],
  ['Distance', 'mileageKm', 'km, in straight lines'],
] as const;

/** Units that no current document of the interface states, by field. */
const assumedUnits: Partial<Record<(typeof measured)[number][1], string>> = {
  battery: '%',
  fuel: '%',
  fuel2: '%',
  temperature: '°C',
  temperature2: '°C',
  mileageKm: 'km',
};

/** What the device measured, each with its unit. */
export function Measurements({ fix, isOld }: PartProps) {
  const { number } = useFormat();
  const assumed = new Set(
    measured.flatMap(([, field]) => (fix[field] === null ? [] : (assumedUnits[field] ?? []))),
  );
  return (
    <>
      {measured.map(([name, field, unit]) => (
        <KnownFact
          key={field}
          name={name}
          known={knownOf(fix, field)}
          format={(value) => `${number(value)} ${unit}`}
          isOld={isOld}
        />
      ))}
      {assumed.size > 0 && (
        <Fact name="Units">
          {`${[...assumed].join(', ')}: assumed, because the service does not state them`}
        </Fact>
      )}
      {fix.sensorTimes.map((value, index) => (
        <SensorTime key={index} fix={fix} input={index + 1} value={value} isOld={isOld} />
      ))}
      <KnownFact name="Inputs" known={knownOf(fix, 'inputs')} format={switchStates} isOld={isOld} />
      <KnownFact
        name="Outputs"
        known={knownOf(fix, 'outputs')}
        format={switchStates}
        isOld={isOld}
      />
    </>
  );
}

function SensorTime(props: PartProps & { input: number; value: number | null }) {
  const { fix, input, value, isOld } = props;
  const { number } = useFormat();
  const name = `Input ${input} on for`;
  const unread = fix.gaps?.notUnderstood ?? {};
  const field = `sensorTime${input}`;
  if (Object.hasOwn(unread, field)) {
    return (
      <Fact name={name} isMissing>
        {`Not understood: ${originalText(unread[field])}`}
      </Fact>
    );
  }
  if (value === null) return null;
  return (
    <Fact name={name} isOld={isOld}>
      {`${number(value)} (unit not documented)`}
    </Fact>
  );
}

const switchStates = (values: readonly boolean[]) =>
  values.map((isOn, index) => `${index + 1} ${isOn ? 'on' : 'off'}`).join(', ') || 'None';

/** Alerts and warnings of the report; the names and the texts often are the same. */
export function Messages({ fix, isOld }: PartProps) {
  return (
    <FactList title="Alerts and warnings">
      <KnownFact
        name="Critical alert"
        known={knownOf(fix, 'hasCriticalAlert')}
        format={(isCritical) => (isCritical ? 'Yes' : 'No')}
        isOld={isOld}
      />
      <TextsFact
        name="Alerts"
        lists={[knownOf(fix, 'alerts'), knownOf(fix, 'alertTexts')]}
        isOld={isOld}
      />
      <TextsFact
        name="Warnings"
        lists={[knownOf(fix, 'warnings'), knownOf(fix, 'warningTexts')]}
        isOld={isOld}
      />
    </FactList>
  );
}

interface TextsFactProps {
  name: string;
  lists: readonly Known<readonly string[]>[];
  isOld: boolean;
}

/** "None" only if the service sent an empty list. */
function TextsFact({ name, lists, isOld }: TextsFactProps) {
  const values = lists.filter((list) => list.is === 'value');
  const unread = [
    ...values.flatMap((list) => list.unread ?? []),
    ...lists.flatMap((list) => (list.is === 'notUnderstood' ? [list.original] : [])),
  ];
  const [first] = lists;
  if (values.length === 0 && first) {
    const gap = lists.find((list) => list.is === 'notUnderstood') ?? first;
    return (
      <Fact name={name} isMissing>
        {gapText(gap)}
      </Fact>
    );
  }
  const texts = [...new Set(values.flatMap((list) => list.value))];
  const text = texts.join('; ') || (unread.length === 0 ? 'None' : 'None understood');
  return (
    <Fact name={name} isOld={isOld}>
      {unread.length === 0 ? text : partlyText(text, unread)}
    </Fact>
  );
}

/** Device-specific values, and members that Waypost does not know. */
export function Attributes({ fix, isOld }: PartProps) {
  const attributes = knownOf(fix, 'attributes');
  const accessories = knownOf(fix, 'accessories');
  return (
    <FactList title="Attributes of the report">
      {Object.keys(fix.attributes).length === 0 && (
        <KnownFact name="Attributes" known={attributes} format={() => 'None'} />
      )}
      {Object.entries(fix.attributes).map(([name, value]) => (
        <Fact key={`attribute ${name}`} name={name} isOld={isOld}>
          {value}
        </Fact>
      ))}
      {accessories.is === 'notUnderstood' && (
        <KnownFact name="Accessories" known={accessories} format={() => ''} />
      )}
      {fix.accessories.map((accessory, index) => (
        <Fact key={`accessory ${index}`} name={`Accessory ${index + 1}`} isOld={isOld}>
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
    </FactList>
  );
}
