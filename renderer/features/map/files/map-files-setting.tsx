import { Button, Group, Text } from '@mantine/core';
import type { MapFile } from '#shared/domain/map-file';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { useFormat } from '#lib/use-format';
import { originText, stateText } from './map-file-messages';
import { useMapFiles } from './map-files';
import classes from './map-files.module.css';

/** The map files of this computer, and the button that adds one. */
export function MapFilesSetting() {
  const files = useMapFiles();
  const choosing = useAction(api.mapFiles.choose);
  return (
    <div>
      <Text size="sm" fw={500}>
        Offline maps
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        Maps with streets from PMTiles and MBTiles files. They need no network, and nobody learns
        which areas you look at. You can also drop a file on the map.
      </Text>
      {files.length > 0 && (
        <ul className={classes.list} aria-label="Offline maps">
          {files.map((file) => (
            <MapFileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {choosing.fault && <FaultNotice fault={choosing.fault} context="open" />}
      <Group mt="xs">
        <Button
          size="xs"
          variant="default"
          loading={choosing.isBusy}
          onClick={() => void choosing.run()}
        >
          Add an offline map…
        </Button>
      </Group>
    </div>
  );
}

function MapFileRow({ file }: { file: MapFile }) {
  const removing = useAction(() => api.mapFiles.remove({ id: file.id }));
  const { distance } = useFormat();
  const isUsable = file.state === 'ready' || file.state === 'checking';
  return (
    <li>
      <div>
        <Text size="sm" className={classes.name}>
          {file.name}
        </Text>
        <Text size="xs" c={isUsable ? 'dimmed' : 'orange'}>
          {stateText(file, distance)}
        </Text>
        <Text size="xs" c="dimmed">
          {originText[file.origin]}
        </Text>
      </div>
      {file.origin !== 'policy' && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Remove ${file.name}`}
          title={
            file.origin === 'copy'
              ? 'Deletes the copy. The original file is not changed.'
              : 'Takes it off the list. The file is not changed.'
          }
          loading={removing.isBusy}
          onClick={() => void removing.run()}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
