import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { FleetProvider, type FleetStore } from '#features/fleet';
import { useChosenFormat, useColourScheme } from '#features/settings';
import { FormatProvider } from '#lib/use-format';
import { PaneBoundary } from '#ui/fault-notice';
import { Shell } from './shell';
import { cssVariables, theme } from './theme';

const nonce = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

interface WindowProps {
  store: FleetStore;
  map: ReactNode;
  /** Called when the shell around a fleet was shown. */
  onShellShown: () => void;
}

/** Everything below the window's root. */
export function Window({ store, map, onShellShown }: WindowProps) {
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
          <PaneBoundary pane="window">
            <Shell map={map} onShown={onShellShown} />
          </PaneBoundary>
        </FleetProvider>
      </FormatProvider>
    </MantineProvider>
  );
}
