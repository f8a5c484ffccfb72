import { Button, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { defaultTripRules, type TripRules } from '#shared/domain/history';
import { NumberSetting, QuantitySetting, type QuantityKind } from '#features/settings';
import { changeSettings } from '#lib/change-settings';
import { texts } from '../history-texts';
import classes from '../history.module.css';
import { historyMessages } from '../history-messages';

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
    label: (unit) => historyMessages.atOnePlaceWithin(unit),
    description: texts.receiversDriftWhileAVehicle,
    min: 10,
    max: 2000,
  },
  {
    name: 'minTripMetres',
    kind: 'metres',
    label: (unit) => historyMessages.aTripIsAtLeast(unit),
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
    label: (unit) => historyMessages.aJumpIsFasterThan(unit),
    description: texts.noTrackIsDrawnAnd,
    min: 50,
    max: 2000,
  },
];

/** The thresholds by which trips and stops are found. */
export function TripRulesButton({ rules }: { rules: TripRules }) {
  const save = (tripRules: TripRules) => void changeSettings({ tripRules });
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={13} aria-hidden />}
        >
          {texts.thresholds}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.rules}>
          {ruleFields.map(({ name, kind, label, ...field }) => {
            const rest = {
              ...field,
              value: rules[name],
              onSave: (value: number) => save({ ...rules, [name]: value }),
            };
            return kind ? (
              <QuantitySetting key={name} {...rest} kind={kind} label={label} />
            ) : (
              <NumberSetting key={name} {...rest} label={label('')} />
            );
          })}
          <Button size="compact-xs" variant="default" onClick={() => save(defaultTripRules)}>
            {texts.resetToDefaults}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
