import { useEffect, useState } from 'react';
import { api } from '#lib/api';

/** Changes whenever the journal does, so that the visible rows are read again. */
export function useJournalVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => api.journal.onChanged(() => setVersion((known) => known + 1)), []);
  return version;
}
