import { Button, Group, Text } from '@mantine/core';
import type { MapFile } from '#shared/domain/map-file';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { FaultNotice } from '#ui/fault-notice';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { texts } from '../map-texts';
import { originText, stateText } from './map-file-messages';
import { useMapFiles } from './map-files';
import classes from './map-files.module.css';
import { messages } from '../map-messages';

/** The map files of this computer, and the button that adds one. */
export function MapFilesSetting() {
  const files = useMapFiles();
  const choosing = useAction(api.maps.chooseFile);
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.offlineMaps}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.mapsWithStreetsFromPmtiles}
      </Text>
      {files.length > 0 && (
        <ul className={classes.list} aria-label={texts.offlineMaps}>
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
          {texts.addAnOfflineMapDots}
        </Button>
      </Group>
    </div>
  );
}

function MapFileRow({ file }: { file: MapFile }) {
  const removing = useAction(() => api.maps.remove({ id: file.id }));
  const { distance } = useFormat();
  const isUsable = file.state === 'ready' || file.state === 'checking';
  return (
    <li>
      <div>
        <Text size="sm" className={page.breakable}>
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
          aria-label={messages.remove(file.name)}
          title={file.origin === 'copy' ? texts.deletesTheCopyTheOriginal : texts.takesItOffTheList}
          loading={removing.isBusy}
          onClick={() => void removing.run()}
        >
          {texts.remove}
        </Button>
      )}
    </li>
  );
}
