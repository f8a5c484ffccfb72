import { z } from 'zod';

/** What a device is fixed to. */
export const vehicleKinds = [
  'van',
  'truck',
  'car',
  'trailer',
  'container',
  'person',
  'boat',
] as const;
export type VehicleKind = (typeof vehicleKinds)[number];
export const vehicleKindSchema = z.enum(vehicleKinds);

/** What the user chose for a device, on this computer only; `kind` null: nothing, the record counts. */
export const kindChoiceSchema = z.object({
  deviceId: z.string().min(1).max(512),
  kind: vehicleKindSchema.nullable(),
});
export type KindChoice = z.infer<typeof kindChoiceSchema>;

/** The tags that can state a kind, without case, spaces and hyphens. */
const kindTags: ReadonlySet<string> = new Set([
  'type',
  'kind',
  'icon',
  'category',
  'vehicle',
  'vehicletype',
  'vehiclekind',
  'assettype',
]);

const otherWords: Readonly<Record<string, VehicleKind>> = {
  lorry: 'truck',
  hgv: 'truck',
  minivan: 'van',
  minibus: 'van',
  automobile: 'car',
  semitrailer: 'trailer',
  skip: 'container',
  pedestrian: 'person',
  worker: 'person',
  ship: 'boat',
  vessel: 'boat',
};
const words: ReadonlyMap<string, VehicleKind> = new Map([
  ...vehicleKinds.map((kind) => [kind, kind] as const),
  ...Object.entries(otherWords),
]);

const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '');

/** The kind that a tag states, as `type: van` does; null for all other tags. Never guessed from a name. */
export function kindOfTag(name: string, value: string): VehicleKind | null {
  return kindTags.has(plain(name)) ? (words.get(plain(value)) ?? null) : null;
}
