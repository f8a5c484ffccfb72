import { useEffect } from 'react';

/** Tells whether something is filled in here that would be gone with this part of the page. */
export type OnBegun = (isBegun: boolean) => void;

export function useBegun(isBegun: boolean, onBegun: OnBegun): void {
  useEffect(() => {
    onBegun(isBegun);
    return () => onBegun(false);
  }, [isBegun, onBegun]);
}
