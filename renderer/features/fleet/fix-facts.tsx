import { Button, NativeSelect } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { deviceState, type DeviceState } from '#shared/domain/device-state';
import { expiryColumns } from '#shared/domain/expiry';
import type { Fix } from '#shared/domain/fix';
import { stateRules } from '#shared/domain/settings';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { useAccountZone, useSettings } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { api } from '#lib/api';
import { useNow } from '#lib/clock';
import {
  age,
  compassWord,
  coordinates,
  coordinateStyles,
  duration,
  type CoordinateStyle,
} from '#lib/format';
import { CopyButton } from '#ui/copy-button';
import { Fact, FactList } from '#ui/fact-list';
import { AgeText } from '#ui/age-text';
import classes from './details.module.css';

const orNaN = (value: number | null | undefined) => value ?? Number.NaN;

/** The current state of a device. */
export function useDetailsState({ device, fix }: DeviceDetails): DeviceState {
  const rules = stateRules(useSettings());
  const now = useNow(10_000);
  const { zone } = useAccountZone();
  return deviceState(
    {
      fixAt: orNaN(fix?.at),
      hasPosition: fix !== null && fix.latitude !== null && fix.longitude !== null,
      speed: orNaN(fix?.speed),
      inactiveSeconds: orNaN(fix?.inactiveSeconds),
      expiresAt: expiryColumns(device, zone).expiredFrom,
    },
    rules,
    now,
  );
}

/** The last fix of a device: every field with its unit, and its age. */
export function FixFacts({ details }: { details: DeviceDetails }) {
  const { fix, checkedAt } = details;
  const format = useFormat();
  const now = useNow(10_000);
  const state = useDetailsState(details);
  const { staleAfterMs } = stateRules(useSettings());
  // A recent report may lack a recent position.
  const isRecent = fix?.at != null && now - fix.at <= staleAfterMs;
  const isOld = !isRecent && (state === 'stale' || state === 'silent' || state === 'expired');
  const checked = checkedAt === null ? 'Not requested yet.' : `Checked ${age(checkedAt, now)}.`;
  if (!fix)
    return (
      <FactList
        title="Last fix"
        note={
          checkedAt === null
            ? 'Not requested from the service yet.'
            : `The service has no fix of this device. ${checked}`
        }
      >
        {null}
      </FactList>
    );
  const oldNote =
    isOld && fix.at !== null
      ? `Values from ${age(fix.at, now)} may be out of date. ${checked}`
      : checked;
  return (
    <>
      <FactList title="Last fix" note={oldNote}>
        <Fact name="Time">
          {fix.at === null ? null : (
            <>
              {format.moment(fix.at)} (<AgeText at={fix.at} />)
            </>
          )}
        </Fact>
        <PositionFact fix={fix} isOld={isOld} />
        <Fact name="Speed" isOld={isOld}>
          {fix.speed === null
            ? null
            : `${format.speed(fix.speed)} (sent as ${format.number(fix.speed)}, assumed ${format.serviceSpeedUnit})`}
        </Fact>
        <Fact name="Course" isOld={isOld}>
          {fix.course === null
            ? null
            : `${format.number(Math.round(fix.course * 10) / 10)}° (${compassWord(fix.course)})`}
        </Fact>
        <Fact name="Stationary for" isOld={isOld}>
          {fix.inactiveSeconds === null ? null : duration(fix.inactiveSeconds)}
        </Fact>
        <Measurements fix={fix} isOld={isOld} />
      </FactList>
      <Messages fix={fix} isOld={isOld} />
      <Attributes fix={fix} isOld={isOld} />
    </>
  );
}

interface PartProps {
  fix: Fix;
  isOld: boolean;
}

function PositionFact({ fix, isOld }: PartProps) {
  const [style, setStyle] = useState<CoordinateStyle>('dd');
  const { latitude, longitude } = fix;
  if (latitude === null || longitude === null) return <Fact name="Position">No position</Fact>;
  const text = coordinates(latitude, longitude, style);
  return (
    <>
      <Fact name="Position" isOld={isOld}>
        {text}
      </Fact>
      <dd className={classes.tools}>
        <NativeSelect
          size="xs"
          className={classes.style}
          aria-label="Coordinate format"
          value={style}
          data={coordinateStyles.map((value) => ({ value, label: styleNames[value] }))}
          onChange={(event) => setStyle(event.currentTarget.value as CoordinateStyle)}
        />
        <CopyButton onCopy={async () => (await api.app.copyText({ text })).ok}>
          Copy coordinates
        </CopyButton>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconExternalLink size={13} aria-hidden />}
          onClick={() => void api.app.openInBrowserMap({ latitude, longitude })}
        >
          Open in browser map
        </Button>
      </dd>
    </>
  );
}

const styleNames: Record<CoordinateStyle, string> = {
  dd: '45.81500°',
  ddm: '45° 48.900′',
  dms: '45° 48′ 54.0″',
};

function Measurements({ fix, isOld }: PartProps) {
  const { number } = useFormat();
  const measured: [string, number | null, string][] = [
    ['Battery', fix.battery, '%'],
    ['Fuel', fix.fuel, '%'],
    ['Fuel, second tank', fix.fuel2, '%'],
    ['Temperature', fix.temperature, '°C'],
    ['Temperature 2', fix.temperature2, '°C'],
    ['Engine speed', fix.rpm, 'rpm'],
    ['Distance', fix.mileageKm, 'km, in straight lines'],
  ];
  return (
    <>
      {measured.map(([name, value, unit]) => (
        <Fact key={name} name={name} isOld={isOld}>
          {value === null ? null : `${number(value)} ${unit}`}
        </Fact>
      ))}
      {fix.sensorTimes.map(
        (value, index) =>
          value !== null && (
            <Fact key={index} name={`Input ${index + 1} on for`} isOld={isOld}>
              {number(value)} (unit not documented)
            </Fact>
          ),
      )}
      <Fact name="Inputs" isOld={isOld}>
        {switchStates(fix.inputs)}
      </Fact>
      <Fact name="Outputs" isOld={isOld}>
        {switchStates(fix.outputs)}
      </Fact>
    </>
  );
}

const switchStates = (values: readonly boolean[]) =>
  values.map((isOn, index) => `${index + 1} ${isOn ? 'on' : 'off'}`).join(', ');

// The two lists often contain the same texts.
const distinctTexts = (...lists: (readonly string[])[]) =>
  [...new Set(lists.flat())].join('; ') || 'None';

function Messages({ fix, isOld }: PartProps) {
  return (
    <FactList title="Alerts and warnings">
      <Fact name="Critical alert" isOld={isOld}>
        {fix.hasCriticalAlert === null ? null : fix.hasCriticalAlert ? 'Yes' : 'No'}
      </Fact>
      <Fact name="Alerts" isOld={isOld}>
        {distinctTexts(fix.alerts, fix.alertTexts)}
      </Fact>
      <Fact name="Warnings" isOld={isOld}>
        {distinctTexts(fix.warnings, fix.warningTexts)}
      </Fact>
    </FactList>
  );
}

function Attributes({ fix, isOld }: PartProps) {
  const attributes = Object.entries(fix.attributes);
  const extra = Object.entries(fix.extra);
  if (attributes.length + fix.accessories.length + extra.length === 0) return null;
  return (
    <FactList title="Attributes of the fix">
      {attributes.map(([name, value]) => (
        <Fact key={`attribute ${name}`} name={name} isOld={isOld}>
          {value}
        </Fact>
      ))}
      {fix.accessories.map((accessory, index) => (
        <Fact key={`accessory ${index}`} name={`Accessory ${index + 1}`} isOld={isOld}>
          {Object.entries(accessory)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')}
        </Fact>
      ))}
      {extra.map(([name, value]) => (
        <Fact key={`extra ${name}`} name={name} isOld={isOld}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </FactList>
  );
}
