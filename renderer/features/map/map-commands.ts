import { useStore } from 'zustand';
import { useColourScheme } from '#features/settings';
import { commandTexts, toolTexts } from './map-texts';
import { useSaveMap } from './save-map';
import type { HeatChoice, MapStore } from './store';

const heats: readonly HeatChoice[] = ['devices', 'alerts24h', 'alerts7d', 'alerts30d'];

/** What the tools of the map do, for the search of the window; nothing while there is no map. */
export function useMapCommands(
  store: MapStore,
): readonly { name: string; keywords: string; run: () => void }[] {
  const engine = useStore(store, (state) => state.engine);
  const theme = useColourScheme();
  const { run: save } = useSaveMap({ store, theme });
  if (!engine) return [];
  const { keywords } = commandTexts;
  return [
    { name: commandTexts.fitAll, keywords: keywords.fitAll, run: () => engine.camera.fitAll() },
    {
      name: commandTexts.measure,
      keywords: keywords.measure,
      run: () => store.setState({ ruler: { start: null }, panel: null }),
    },
    {
      name: toolTexts.goTo,
      keywords: keywords.goTo,
      run: () => store.setState({ panel: 'goTo' }),
    },
    {
      name: commandTexts.legend,
      keywords: keywords.legend,
      run: () => store.setState({ panel: 'legend' }),
    },
    ...heats.map((heat) => ({
      name: toolTexts.heatTitles[heat],
      keywords: keywords.heat,
      run: () => store.setState({ heat, panel: null }),
    })),
    { name: toolTexts.savePng, keywords: keywords.save, run: () => void save('png') },
    { name: toolTexts.savePdf, keywords: keywords.save, run: () => void save('pdf') },
    { name: commandTexts.print, keywords: keywords.save, run: () => void save('print') },
  ];
}
