import { Stack } from '@mantine/core';
import { defaultTripRules, type TripRules } from '#shared/domain/history';
import { NumberSetting, QuantitySetting, useSettings, type QuantityKind } from '#features/settings';
import { changeSettings } from '#lib/change-settings';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Dialog, DialogActions } from '#ui/dialog';
import { page } from '#ui/page';

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

const ruleFields = ({ t }: Format): readonly RuleField[] => [
  {
    name: 'stopMinutes',
    label: () => t('history.rules.stopMinutes'),
    description: t('history.rules.stopMinutes.help'),
    min: 0.5,
    max: 240,
    decimals: 1,
  },
  {
    name: 'stopRadiusMetres',
    kind: 'metres',
    label: (unit) => t('history.rules.stopRadius', { unit }),
    description: t('history.rules.stopRadius.help'),
    min: 10,
    max: 2000,
  },
  {
    name: 'minTripMetres',
    kind: 'metres',
    label: (unit) => t('history.rules.minTripLength', { unit }),
    description: t('history.rules.minTrip.help'),
    min: 0,
    max: 20_000,
  },
  {
    name: 'minTripMinutes',
    label: () => t('history.rules.minTripMinutes'),
    description: t('history.rules.minTrip.help'),
    min: 0,
    max: 120,
    decimals: 1,
  },
  {
    name: 'gapMinutes',
    label: () => t('history.rules.gap'),
    description: t('history.rules.gap.help'),
    min: 1,
    max: 1440,
    decimals: 1,
  },
  {
    name: 'jumpKmh',
    kind: 'speedKmh',
    label: (unit) => t('history.rules.jump', { unit }),
    description: t('history.rules.jump.help'),
    min: 50,
    max: 2000,
  },
];

/** The rules by which trips and stops are found, and where they count. */
export function TripRulesDialog({ onClose }: { onClose: () => void }) {
  const format = useFormat();
  const { t } = format;
  const { tripRules } = useSettings();
  const save = (rules: TripRules) => void changeSettings({ tripRules: rules });
  return (
    <Dialog opened onClose={onClose} title={t('history.rules')}>
      <Stack gap={10}>
        <p className={page.quiet}>{t('history.rules.help')}</p>
        <p className={page.quiet}>{t('history.rules.where')}</p>
        {ruleFields(format).map(({ name, kind, label, ...field }) => {
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
        <DialogActions>
          <ActionButton onClick={() => save(defaultTripRules)}>
            {t('history.rules.reset')}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
