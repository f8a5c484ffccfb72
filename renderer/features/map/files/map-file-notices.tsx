import { Button } from '@mantine/core';
import type { MapFile } from '#shared/domain/map-file';
import { api } from '#lib/api';
import type { NoticeItem } from '#ui/notice';
import { texts } from '../map-texts';
import { offerMessages, refusalText } from './map-file-messages';
import { useMapFiles } from './map-files';

/** Which map files cannot be used at present. A file that comes back and goes again is said again. */
export function useMapFileNotices(): NoticeItem[] {
  return useMapFiles()
    .filter(isLost)
    .map((file) => ({
      id: `${file.id} ${file.state} ${file.revision}`,
      tone: 'warning',
      isAlert: true,
      title: offerMessages.lost(file.name),
      children: `${offerMessages.bundledShown} ${refusalText[file.state](file.detail)}`,
      actions: file.origin !== 'policy' && (
        <Button size="xs" variant="default" onClick={() => void api.maps.remove({ id: file.id })}>
          {texts.removeFromTheList}
        </Button>
      ),
      onDismiss: 'hide',
    }));
}

type Lost = MapFile & { state: Exclude<MapFile['state'], 'checking' | 'ready'> };

const isLost = (file: MapFile): file is Lost => file.state !== 'checking' && file.state !== 'ready';
