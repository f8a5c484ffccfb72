import type { DeviceState } from '#shared/domain/device-state';
import { deviceStateLooks, strokedShapes, type StateShape } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';
import { page } from './page';

/** Outlines on a 16 by 16 field. */
export const stateOutlines: Record<StateShape, string> = {
  arrow: 'M8 1.5 13.5 14 8 11 2.5 14Z',
  square: 'M3 3h10v10H3Z',
  circle: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11Z',
  diamond: 'M8 1.5 14.5 8 8 14.5 1.5 8Z',
  ring: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10Z',
  cross: 'M4.1 2 8 5.9 11.9 2 14 4.1 10.1 8 14 11.9 11.9 14 8 10.1 4.1 14 2 11.9 5.9 8 2 4.1Z',
  hourglass: 'M3 2h10L9.6 8 13 14H3L6.4 8Z',
  slashedRing: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10ZM4.5 11.5 11.5 4.5',
  clock: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11ZM8 5.5V8.3L9.8 9.6',
  question: 'M5.2 5.4a2.9 2.9 0 1 1 4.4 2.5C8.4 8.6 8 9 8 10.2M8 13.4v.2',
  dots: 'M1 8a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0ZM6.1 8a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0ZM11.2 8a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0Z',
  bar: 'M2 6.2h12v3.6H2Z',
  wedge: 'M1.5 3.5h13L8 13.5Z',
};

/** Strokes wider or narrower than 2, so that small symbols stay clear. */
const strokeWidth: Partial<Record<StateShape, number>> = { ring: 2.5, clock: 1.7 };

/** The name of the CSS variable with a state's colour in the current theme. */
export const stateColourVariable = (state: DeviceState) => `--waypost-state-${state.toLowerCase()}`;

/** The shape of a state in its colour; decorative, always beside a label. */
export function StateShapeIcon({ state, size = 14 }: { state: DeviceState; size?: number }) {
  const { shape } = deviceStateLooks[state];
  const colour = `var(${stateColourVariable(state)})`;
  const isStroked = strokedShapes.has(shape);
  return (
    <svg className={page.fixed} width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <path
        d={stateOutlines[shape]}
        fill={isStroked ? 'none' : colour}
        stroke={isStroked ? colour : 'none'}
        strokeWidth={isStroked ? (strokeWidth[shape] ?? 2) : 0}
        strokeLinecap="round"
      />
    </svg>
  );
}

interface StateBadgeProps {
  state: DeviceState;
  size?: number;
  /** Another label and meaning, if something matters more than the state. */
  word?: string;
  meaning?: string;
}

/** A device's state: shape, colour and label. */
export function StateBadge({ state, size, word, meaning }: StateBadgeProps) {
  const { t } = useFormat();
  return (
    <span className={page.inline} title={meaning ?? t(`common.deviceState.${state}.meaning`)}>
      <StateShapeIcon state={state} size={size} />
      <span className={page.cut}>{word ?? t(`common.deviceState.${state}`)}</span>
    </span>
  );
}
