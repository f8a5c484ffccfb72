import type { DeviceState } from '#shared/domain/device-state';
import { deviceStateLooks, type StateShape } from '#lib/device-state-look';
import classes from './state-badge.module.css';

/** Outlines on a 16 by 16 field. A ring is drawn as a stroke, all others are filled. */
const outlines: Record<StateShape, string> = {
  arrow: 'M8 1.5 13.5 14 8 11 2.5 14Z',
  square: 'M3 3h10v10H3Z',
  circle: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11Z',
  diamond: 'M8 1.5 14.5 8 8 14.5 1.5 8Z',
  ring: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10Z',
  cross: 'M4.1 2 8 5.9 11.9 2 14 4.1 10.1 8 14 11.9 11.9 14 8 10.1 4.1 14 2 11.9 5.9 8 2 4.1Z',
};

/** The name of the CSS variable with a state's colour in the current theme. */
export const stateColourVariable = (state: DeviceState) => `--waypost-state-${state.toLowerCase()}`;

/** The shape of a state in its colour; decorative, always beside a label. */
export function StateShapeIcon({ state, size = 14 }: { state: DeviceState; size?: number }) {
  const { shape } = deviceStateLooks[state];
  const colour = `var(${stateColourVariable(state)})`;
  const isRing = shape === 'ring';
  return (
    <svg className={classes.icon} width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <path
        d={outlines[shape]}
        fill={isRing ? 'none' : colour}
        stroke={isRing ? colour : 'none'}
        strokeWidth={isRing ? 2.5 : 0}
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
export function StateBadge({ state, size, ...other }: StateBadgeProps) {
  const { word, meaning } = { ...deviceStateLooks[state], ...other };
  return (
    <span className={classes.badge} title={meaning}>
      <StateShapeIcon state={state} size={size} />
      <span className={classes.word}>{word}</span>
    </span>
  );
}
