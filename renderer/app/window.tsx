import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { FleetProvider, type FleetStore } from '#features/devices';
import { useChosenFormat, useColourScheme } from '#features/settings';
import { FormatProvider } from '#lib/use-format';
import { PaneBoundary } from '#ui/pane-boundary';
import { Shell } from './shell';
import { cssVariables, theme } from './theme';

const nonce = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Everything below the window's root. */
export function Window({ store, map }: { store: FleetStore; map: ReactNode }) {
  const scheme = useColourScheme();
  const format = useChosenFormat();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={nonce}
    >
      <FormatProvider value={format}>
        <FleetProvider value={store}>
          <PaneBoundary name="The window">
            <Shell map={map} />
          </PaneBoundary>
        </FleetProvider>
      </FormatProvider>
    </MantineProvider>
  );
}
