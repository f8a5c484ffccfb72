import { Button, Group, Text } from '@mantine/core';
import type { MapFile } from '#shared/domain/map-file';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useSettings } from '#features/settings';
import { FaultNotice } from '#ui/fault-notice';
import type { NoticeItem } from '#ui/notice';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { refusalText, stateText } from './map-file-summary';
import { useMapFiles } from './map-files';
import classes from './map.module.css';

/** The map files of this computer, and the button that adds one. */
export function MapFilesSetting() {
  const { t } = useFormat();
  const files = useMapFiles();
  const choosing = useAction(api.maps.chooseFile);
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('map.files')}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t('map.files.help')}
      </Text>
      {files.length > 0 && (
        <ul className={classes.list} aria-label={t('map.files')}>
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
          {t('map.files.add')}
        </Button>
      </Group>
    </div>
  );
}

function MapFileRow({ file }: { file: MapFile }) {
  const removing = useAction(() => api.maps.remove({ id: file.id }));
  const format = useFormat();
  const { t } = format;
  const isHidden = useSettings().hiddenMaps.includes(file.id);
  const isUsable = file.state === 'ready' || file.state === 'checking';
  return (
    <Group component="li" justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Text size="sm" className={page.breakable}>
          <bdi>{file.name}</bdi>
        </Text>
        <Text size="xs" c={isUsable ? 'dimmed' : 'orange'}>
          {stateText(file, format)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`map.file.origin.${file.origin}`)}
        </Text>
        {isHidden && (
          <Text size="xs" c="dimmed">
            {t('map.files.hidden')}
          </Text>
        )}
      </div>
      {file.origin !== 'policy' && (
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          aria-label={t('map.files.removeOf', { file: file.name })}
          title={file.origin === 'copy' ? t('map.files.remove.copy') : t('map.files.remove.place')}
          loading={removing.isBusy}
          onClick={() => void removing.run()}
        >
          {t('map.files.remove')}
        </Button>
      )}
    </Group>
  );
}

/** Which map files cannot be used at present. A file that comes back and goes again is said again. */
export function useMapFileNotices(): NoticeItem[] {
  const format = useFormat();
  const { t } = format;
  return useMapFiles()
    .filter(isLost)
    .map((file) => ({
      id: `${file.id} ${file.state} ${file.revision}`,
      tone: 'warning',
      isAlert: true,
      title: t('map.files.lost', { file: file.name }),
      children: (
        <>
          {t('map.files.lost.text')} {refusalText(file.state, file.detail, format)}
        </>
      ),
      actions: file.origin !== 'policy' && (
        <Button size="xs" variant="default" onClick={() => void api.maps.remove({ id: file.id })}>
          {t('map.files.removeFromList')}
        </Button>
      ),
      onDismiss: 'hide',
    }));
}

type Lost = MapFile & { state: Exclude<MapFile['state'], 'checking' | 'ready'> };

const isLost = (file: MapFile): file is Lost => file.state !== 'checking' && file.state !== 'ready';
