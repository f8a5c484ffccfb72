import { CloseButton } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { deviceLabel } from '#shared/domain/device';
import { displayText } from '#shared/domain/text';
import type { FleetClient } from '#engines/fleet';
import { api } from '#lib/api';
import { useEscape } from '#lib/use-escape';
import { page } from '#ui/page';
import { texts } from '../map-texts';
import classes from './map.module.css';
import type { MapStore } from '../store';
import { messages } from '../map-messages';

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
  const label = useDeviceLabel(id);
  const end = useCallback(() => store.follow(false), [store]);
  // Escape closes the details first; a second Escape ends following.
  useEscape(end, true);
  if (label === null) return null;
  return (
    <div
      className={classes.followChip}
      role="group"
      aria-label={messages.following(label)}
      data-covers-map
    >
      <IconFocusCentered size={14} aria-hidden />
      <span className={page.cut}>{messages.following(label)}</span>
      <CloseButton
        size="xs"
        aria-label={texts.stopFollowing}
        title={texts.stopFollowing}
        onClick={end}
      />
    </div>
  );
}

/** The name of a device, or its id without one; null until that is known. */
function useDeviceLabel(id: string): string | null {
  const [label, setLabel] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void api.fleet.details({ id }).then((outcome) => {
      if (!isCurrent) return;
      setLabel((outcome.ok && displayText(deviceLabel(outcome.value.device))) || id);
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return label;
}
