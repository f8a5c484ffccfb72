import type { SpeedUnit } from '#shared/domain/settings';
import type { ChosenDevice } from '#features/fleet';
import type { TypedPlace } from './place-form';
import { texts } from './submit-texts';

/** The fields of every submission typed by hand. */
export interface TypedSubmission extends TypedPlace {
  /** The device; empty if none is chosen yet. */
  devices: readonly ChosenDevice[];
}

/** A location as typed; numbers are the values of their fields. */
export interface TypedLocationForm extends TypedSubmission {
  speed: string | number;
  /** The unit it was typed in; absent: the service's. */
  speedUnit?: SpeedUnit | undefined;
  course: string | number;
  battery: string | number;
}

export interface TypedAlertForm extends TypedSubmission {
  kinds: readonly string[];
  text: string;
  channels: readonly string[];
}

/** Forms that are stored as drafts, one of each kind for an account. */
export interface TypedForms {
  location: TypedLocationForm;
  alert: TypedAlertForm;
}
export type TypedTab = keyof TypedForms;

export const draftKeys: Record<TypedTab, string> = {
  location: 'submission:location',
  alert: 'submission:alert',
};

export const draftLabels: Record<TypedTab, string> = {
  location: texts.aLocation,
  alert: texts.anAlert,
};

/** The empty forms; the time is the current one. */
export const blankForms: { [T in TypedTab]: (now: number) => TypedForms[T] } = {
  location: (now) => ({
    devices: [],
    coordinates: '',
    at: now,
    speed: '',
    course: '',
    battery: '',
  }),
  alert: (now) => ({ devices: [], coordinates: '', at: now, kinds: [], text: '', channels: [] }),
};

/** The tab that a draft is typed on; null for a draft of something else. */
export function tabOfDraft(key: string): TypedTab | null {
  const tabs = Object.keys(draftKeys) as TypedTab[];
  return tabs.find((tab) => draftKeys[tab] === key) ?? null;
}
