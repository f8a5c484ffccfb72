import { createContext, useContext } from 'react';
import { displayLocale } from '#shared/display-locale';
import { createFormat, type Format } from './format';

const FormatContext = createContext<Format>(
  createFormat({
    locale: displayLocale,
    timeZone: 'UTC',
    serviceSpeedUnit: 'm/s',
    speedUnit: 'km/h',
  }),
);

/** Provides the formatting for the current settings. */
export const FormatProvider = FormatContext.Provider;

export function useFormat(): Format {
  return useContext(FormatContext);
}
