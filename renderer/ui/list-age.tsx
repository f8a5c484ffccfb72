import type { ReactNode } from 'react';

interface ListAgeProps {
  /** "5 min ago"; null: the service never sent this list. */
  age: ReactNode | null;
  skippedRecords: number;
}

/** How old a list is, and how much of it could not be read. */
export function ListAge({ age, skippedRecords }: ListAgeProps) {
  const unreadable =
    skippedRecords === 0
      ? ''
      : ` · ${skippedRecords} ${skippedRecords === 1 ? 'record' : 'records'} could not be read`;
  return (
    <>
      {age === null ? 'The service has not sent this list yet.' : <>List sent {age}</>}
      {unreadable}
    </>
  );
}
