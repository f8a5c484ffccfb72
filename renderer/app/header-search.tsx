import { useCallback } from 'react';
import { CommandSearch } from '#features/command';
import { useFleetStore } from '#features/fleet';
import { useCommandOf, useCommands, useRecentCommands } from './commands';
import { pageOnScreen } from './routes';

/** The search of the header, with everything that can be found in this account. */
export function HeaderSearch() {
  const store = useFleetStore();
  const onDevice = useCallback(
    (id: string) => {
      pageOnScreen.show('fleet');
      store.show(id);
    },
    [store],
  );
  const commands = useCommands();
  return (
    <CommandSearch
      commands={commands}
      commandOf={useCommandOf()}
      onDevice={onDevice}
      recent={useRecentCommands(commands, onDevice)}
    />
  );
}
