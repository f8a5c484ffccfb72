import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MapFile } from '#shared/domain/map-file';
import { api } from '#lib/api';
import { Notice } from '#ui/notice';
import { texts } from '../map-texts';
import { offerMessages, refusalText } from './map-file-messages';
import { useMapFiles } from './map-files';

/** Says which map files cannot be used at present. A file that comes back and goes again is said again. */
export function MapFileNotices() {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const lost = useMapFiles().filter(isLost);
  return lost
    .filter((file) => !dismissed.includes(keyOf(file)))
    .map((file) => (
      <Notice
        key={file.id}
        tone="warning"
        isAlert
        title={offerMessages.lost(file.name)}
        onDismiss={() => setDismissed([...dismissed, keyOf(file)])}
        actions={
          file.origin !== 'policy' && (
            <Button
              size="xs"
              variant="default"
              onClick={() => void api.maps.remove({ id: file.id })}
            >
              {texts.removeFromTheList}
            </Button>
          )
        }
      >
        {offerMessages.bundledShown} {refusalText[file.state](file.detail)}
      </Notice>
    ));
}

type Lost = MapFile & { state: Exclude<MapFile['state'], 'checking' | 'ready'> };

const isLost = (file: MapFile): file is Lost => file.state !== 'checking' && file.state !== 'ready';

const keyOf = ({ id, state, revision }: MapFile) => `${id} ${state} ${revision}`;
