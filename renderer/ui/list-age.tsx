import { useFormat } from '#lib/use-format';
import { AgeText } from './age-text';
import { uiMessages } from '#lib/ui-texts';

interface ListAgeProps {
  /** null: the service never sent this list. */
  receivedAt: number | null;
  /** The service refuses to send it now. */
  isRefused?: boolean;
  skippedRecords: number;
}

/** How old a list is, and how much of it could not be read. */
export function ListAge({ receivedAt, isRefused = false, skippedRecords }: ListAgeProps) {
  const format = useFormat();
  return (
    <>
      {receivedAt !== null && <AgeText at={receivedAt} text={uiMessages.updated} />}
      {receivedAt !== null && isRefused && ` · ${uiMessages.noLongerProvided}`}
      {skippedRecords > 0 && ` · ${uiMessages.unreadable(skippedRecords, format)}`}
    </>
  );
}
