import { Button, Group, Stack } from '@mantine/core';
import { defaultTripRules, type TripRules } from '#shared/domain/history';
import { NumberSetting, QuantitySetting, useSettings, type QuantityKind } from '#features/settings';
import { changeSettings } from '#lib/change-settings';
import { Dialog } from '#ui/dialog';
import { page } from '#ui/page';
import { texts } from './history-texts';

interface RuleField {
  name: keyof TripRules;
  label: (unit: string) => string;
  /** A length or a speed, in the units of the settings. */
  kind?: QuantityKind;
  description: string;
  min: number;
  max: number;
  decimals?: number;
}

const ruleFields: readonly RuleField[] = [
  {
    name: 'stopMinutes',
    label: () => texts.aStopLastsMinutes,
    description: texts.shorterHaltsAtLightsOr,
    min: 0.5,
    max: 240,
    decimals: 1,
  },
  {
    name: 'stopRadiusMetres',
    kind: 'metres',
    label: texts.atOnePlaceWithin,
    description: texts.receiversDriftWhileAVehicle,
    min: 10,
    max: 2000,
  },
  {
    name: 'minTripMetres',
    kind: 'metres',
    label: texts.aTripIsAtLeast,
    description: texts.shorterOnesAreNotListed,
    min: 0,
    max: 20_000,
  },
  {
    name: 'minTripMinutes',
    label: () => texts.aTripLastsAtLeast,
    description: texts.shorterOnesAreNotListed,
    min: 0,
    max: 120,
    decimals: 1,
  },
  {
    name: 'gapMinutes',
    label: () => texts.aGapIsLongerThan,
    description: texts.theTrackIsDrawnDashed,
    min: 1,
    max: 1440,
    decimals: 1,
  },
  {
    name: 'jumpKmh',
    kind: 'speedKmh',
    label: texts.aJumpIsFasterThan,
    description: texts.noTrackIsDrawnAnd,
    min: 50,
    max: 2000,
  },
];

/** The rules by which trips and stops are found, and where they count. */
export function TripRulesDialog({ onClose }: { onClose: () => void }) {
  const { tripRules } = useSettings();
  const save = (rules: TripRules) => void changeSettings({ tripRules: rules });
  return (
    <Dialog opened onClose={onClose} title={texts.howStopsAreCounted}>
      <Stack gap={10}>
        <p className={page.quiet}>{texts.computedByWaypostFromFixes}</p>
        <p className={page.quiet}>{texts.theyApplyToAllDevices}</p>
        {ruleFields.map(({ name, kind, label, ...field }) => {
          const rest = {
            ...field,
            value: tripRules[name],
            onSave: (value: number) => save({ ...tripRules, [name]: value }),
          };
          return kind ? (
            <QuantitySetting key={name} {...rest} kind={kind} label={label} />
          ) : (
            <NumberSetting key={name} {...rest} label={label('')} />
          );
        })}
        <Group justify="flex-end">
          <Button size="xs" variant="default" onClick={() => save(defaultTripRules)}>
            {texts.resetToDefaults}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
