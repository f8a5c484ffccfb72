import { Button } from '@mantine/core';
import { useState } from 'react';
import { keyedMapOf } from '#shared/domain/online-map';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { Notice } from '#ui/notice';
import { bundledMapText, troubleWords } from './keyed-map-messages';
import { useKeyedMaps } from './keyed-maps';
import { useSettings } from './store';

/** Says why the chosen online map is not shown: its key, its quota or the keychain. */
export function KeyedMapNotice() {
  const { mapStyleUrl } = useSettings();
  const states = useKeyedMaps();
  const [dismissed, setDismissed] = useState('');
  const map = keyedMapOf(mapStyleUrl);
  const state = states.find(({ id }) => id === map?.id);
  if (!map || !state?.trouble) return null;
  const key = `${state.id} ${state.revision} ${state.trouble}`;
  if (key === dismissed) return null;
  const { title, what, todo } = troubleWords[state.trouble];
  return (
    <Notice
      tone="warning"
      isAlert
      title={title(map.name)}
      onDismiss={() => setDismissed(key)}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={() => void api.maps.retryOnline({ id: map.id })}
        >
          {commonTexts.tryAgain}
        </Button>
      }
    >
      {[bundledMapText, what, todo].join(' ')}
    </Notice>
  );
}
