import type { VehicleKind } from '#shared/domain/vehicle-kind';
import { useFormat } from '#lib/use-format';
import { page } from './page';

/** Silhouettes on a 16 by 16 field, filled by the even-odd rule: windows are holes. */
export const kindOutlines: Record<VehicleKind, string> = {
  van: 'M1 4.2h8.6L13 7.6l2 .9v3.3h-1.5a1.9 1.9 0 0 1-3.6 0H6.1a1.9 1.9 0 0 1-3.6 0H1ZM9.3 5.6v2.2h2.4L9.6 5.6Z',
  truck:
    'M.8 3.4h8.4v8.4H6.1a1.9 1.9 0 0 1-3.6 0H.8ZM10.2 5.4h2.6l2.4 2.8v3.6h-1.1a1.9 1.9 0 0 1-3.6 0h-.3ZM11.3 6.5v1.8h2.5l-1.5-1.8Z',
  car: 'M2.2 8 3.8 4.4Q4 3.9 4.6 3.9h6.8q.6 0 .8.5L13.8 8l.8.8v4.4h-2.3v-1.4H3.7v1.4H1.4V8.8ZM4 7.9h8l-1.1-2.6H5.1ZM3 9.4v1.3h1.9V9.4ZM11.1 9.4v1.3H13V9.4Z',
  trailer:
    'M.8 3.4h12.4v6.9h2v1.3H9.9a1.8 1.8 0 0 1-3.4 0H5.7a1.8 1.8 0 0 1-3.4 0H.8ZM2.2 4.8v1.3h9.6V4.8Z',
  container:
    'M1 3.8h14v8.4H1ZM3 5.3v5.4h1.2V5.3ZM6 5.3v5.4h1.2V5.3ZM8.9 5.3v5.4h1.2V5.3ZM11.8 5.3v5.4H13V5.3Z',
  person:
    'M8 1.4a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 1 1 0-5.2ZM3.2 14.4V11.2A3.4 3.4 0 0 1 6.6 7.8h2.8a3.4 3.4 0 0 1 3.4 3.4v3.2Z',
  boat: 'M1 9.8h14l-2.4 4H3.4ZM7.3 1.4v7.2H2.6ZM8.7 2.6v6h4Z',
};

/** The silhouette of a kind in the colour of the text. */
export function VehicleKindIcon({ kind, size = 16 }: { kind: VehicleKind; size?: number }) {
  const { t } = useFormat();
  return (
    <svg className={page.fixed} width={size} height={size} viewBox="0 0 16 16" role="img">
      <title>{t(`common.vehicleKind.${kind}`)}</title>
      <path d={kindOutlines[kind]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}
