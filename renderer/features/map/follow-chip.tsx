import { CloseButton } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { deviceLabel } from '#shared/domain/device';
import { displayText } from '#shared/domain/text';
import type { FleetClient } from '#engines/fleet';
import { api } from '#lib/api';
import { useAnswer } from '#lib/use-answer';
import { useEscape } from '#lib/use-escape';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import classes from './map.module.css';
import type { MapStore } from './store';

/** The selected device; null: none. */
export function useSelectedId(fleet: FleetClient): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => fleet.subscribe(({ selected }) => setId(selected?.id ?? null)), [fleet]);
  return id;
}

interface FollowChipProps {
  store: MapStore;
  fleet: FleetClient;
}

/** Names the device that the map follows, and ends it. */
export function FollowChip({ store, fleet }: FollowChipProps) {
  const isFollowing = useStore(store, (state) => state.isFollowing);
  const selectedId = useSelectedId(fleet);
  // Following belongs to the device with which it began.
  const [followed, setFollowed] = useState<string | null>(null);
  useEffect(() => {
    setFollowed((before) => (isFollowing ? (before ?? selectedId) : null));
  }, [isFollowing, selectedId]);
  useEffect(() => {
    if (followed !== null && selectedId !== followed) store.follow(false);
  }, [store, followed, selectedId]);
  return isFollowing && followed !== null ? (
    <Chip key={followed} id={followed} store={store} />
  ) : null;
}

function Chip({ id, store }: { id: string; store: MapStore }) {
  const { t } = useFormat();
  const { value, fault } = useAnswer(() => api.fleet.details({ id }), [id]);
  const end = useCallback(() => store.follow(false), [store]);
  // Escape closes the details first; a second Escape ends following.
  useEscape(end, true);
  if (!value && !fault) return null;
  // Its id where it has no name, or cannot be asked for.
  const label = (value && displayText(deviceLabel(value.device))) || id;
  const following = t('map.following', { device: label });
  return (
    <div className={classes.followChip} role="group" aria-label={following} data-covers-map>
      <IconFocusCentered size={14} aria-hidden />
      <span className={page.cut}>{following}</span>
      <CloseButton
        size="xs"
        aria-label={t('map.following.stop')}
        title={t('map.following.stop')}
        onClick={end}
      />
    </div>
  );
}
