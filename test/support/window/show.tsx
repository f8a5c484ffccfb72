import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { theme } from '../../../renderer/app/theme';

/** Renders a component as the window does, without waiting for transitions. */
export function show(component: ReactNode) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider theme={theme} env="test" withCssVariables={false} withStaticClasses={false}>
      {children}
    </MantineProvider>
  );
  const { rerender } = render(component, { wrapper });
  return { user: userEvent.setup(), rerender };
}
