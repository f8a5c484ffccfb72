import { useFormat } from '#lib/use-format';
import { NumberSetting } from './number-setting';
import { scaleOf, type QuantityKind } from './quantity';

interface QuantitySettingProps {
  /** What is stored: kilometres per hour, or metres. */
  kind: QuantityKind;
  label: (unit: string) => string;
  description: string;
  /** As stored, like the limits. */
  value: number;
  min: number;
  max: number;
  decimals?: number;
  onSave: (value: number) => void;
}

/** A stored speed or length that is shown and typed in the units of the settings. */
export function QuantitySetting({ kind, label, onSave, ...stored }: QuantitySettingProps) {
  const { units } = useFormat();
  const { min, max, decimals = 0 } = stored;
  const scale = scaleOf(kind, units, { min, max, decimals });
  return (
    <NumberSetting
      description={stored.description}
      decimals={decimals}
      label={label(scale.unit)}
      value={scale.shown(stored.value)}
      min={scale.shown(min)}
      max={scale.shown(max)}
      onSave={(value) => onSave(scale.stored(value))}
    />
  );
}
