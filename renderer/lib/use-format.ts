import { createContext, useContext } from 'react';
import { createFormat, type Format } from './format';
import { language } from './language';

const FormatContext = createContext<Format | null>(null);

/** Provides the texts and the formatting for the current language and settings. */
export const FormatProvider = FormatContext.Provider;

export function useFormat(): Format {
  return useContext(FormatContext) ?? currentFormat();
}

let latest: Format | null = null;

/** For texts of an event, such as a message about a finished export. What stays on screen uses `useFormat`. */
export function currentFormat(): Format {
  return (latest ??= createFormat({
    language: language.current(),
    timeZone: 'UTC',
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
  }));
}

export function setCurrentFormat(format: Format): void {
  latest = format;
}
