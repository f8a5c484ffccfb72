import type { ReactNode } from 'react';

interface ListAgeProps {
  /** "5 min ago"; null: the service never sent this list. */
  age: ReactNode | null;
  /** The service refuses to send it now. */
  isRefused?: boolean;
  skippedRecords: number;
}

/** How old a list is, and how much of it could not be read. */
export function ListAge({ age, isRefused = false, skippedRecords }: ListAgeProps) {
  const unreadable =
    skippedRecords === 0
      ? ''
      : ` · ${skippedRecords} ${skippedRecords === 1 ? 'record' : 'records'} could not be read`;
  return (
    <>
      {age !== null && <>Updated {age}</>}
      {age !== null && isRefused && ' · The service no longer provides it'}
      {unreadable}
    </>
  );
}
