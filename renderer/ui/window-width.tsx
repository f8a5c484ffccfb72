import { useMediaQuery } from '@mantine/hooks';

// The two widths at which pages change their layout; the styles name the same numbers.

/** Whether there is no room for details beside a list. */
export const useIsNarrow = (): boolean => useWidth('(max-width: 1000px)');

/** Whether details have room beside a list and a map. */
export const useIsWide = (): boolean => useWidth('(min-width: 1600px)');

/** Known when the first picture is drawn. */
const useWidth = (query: string) =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false });
