import { useStore } from 'zustand';
import { useColourScheme } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { useSaveMap } from './save-map';
import type { HeatChoice, MapStore } from './store';

const heats = [
  'devices',
  'alerts24h',
  'alerts7d',
  'alerts30d',
] as const satisfies readonly HeatChoice[];

/** What the tools of the map do, for the search of the window; nothing while there is no map. */
export function useMapCommands(
  store: MapStore,
): readonly { name: string; keywords: string; run: () => void }[] {
  const engine = useStore(store, (state) => state.engine);
  const theme = useColourScheme();
  const { t } = useFormat();
  const { run: save } = useSaveMap({ store, theme });
  if (!engine) return [];
  return [
    {
      name: t('map.command.fitAll'),
      keywords: t('map.command.fitAll.keywords'),
      run: () => engine.camera.fitAll(),
    },
    {
      name: t('map.command.measure'),
      keywords: t('map.command.measure.keywords'),
      run: () => store.setState({ ruler: { start: null }, panel: null }),
    },
    {
      name: t('map.goTo'),
      keywords: t('map.command.goTo.keywords'),
      run: () => store.setState({ panel: 'goTo' }),
    },
    {
      name: t('map.command.legend'),
      keywords: t('map.command.legend.keywords'),
      run: () => store.setState({ panel: 'legend' }),
    },
    ...heats.map((heat) => ({
      name: t(`map.heat.title.${heat}`),
      keywords: t('map.command.heat.keywords'),
      run: () => store.setState({ heat, panel: null }),
    })),
    {
      name: t('map.save.png'),
      keywords: t('map.command.save.keywords'),
      run: () => void save('png'),
    },
    {
      name: t('map.save.pdf'),
      keywords: t('map.command.save.keywords'),
      run: () => void save('pdf'),
    },
    {
      name: t('map.command.print'),
      keywords: t('map.command.save.keywords'),
      run: () => void save('print'),
    },
  ];
}
