import { z } from 'zod';
import { keyedMapIds, keyedMapStateSchema } from '../domain/online-map';
import { mapFileOfferSchema, mapFileSchema } from '../domain/map-file';
import { call, event } from './define';
import type { Street } from '../places/place';
import { id, nothing, positionSchema, shortText, writtenFileSchema } from './fields';

const files = z.array(mapFileSchema);
const online = z.array(keyedMapStateSchema);
const offer = mapFileOfferSchema.nullable();
const onlineId = z.enum(keyedMapIds);

export const streetSchema = z.object({
  street: z.string().min(1).max(200),
  number: z.string().min(1).max(50).nullable(),
}) satisfies z.ZodType<Street>;

/** More positions are asked for one part after the other. */
const mostStreetPositions = 500;

/** The maps of the user. The window names one by its id, never by a path or by an address with a key. */
export const maps = {
  /** Maps in files of this computer. */
  files: call(nothing, files),
  filesChanged: event(files),
  /** Opens a file dialog; the chosen file becomes the offer. */
  chooseFile: call(nothing, nothing),
  /** The file that waits for the decision of the user. */
  offer: call(nothing, offer),
  offerChanged: event(offer),
  /** Adds the offered file; `copy`: into the profile. Resolves when that is done or has failed. */
  addFile: call(z.object({ id, copy: z.boolean() }), nothing),
  /** Drops the offer, and stops copying it. */
  dismissOffer: call(z.object({ id }), nothing),
  /** Online maps with a key that were set up. A key goes to main once and never comes back. */
  online: call(nothing, online),
  onlineChanged: event(online),
  /** Checks a key with the server and stores it. Empty `key`: the map has none, or keeps the stored one. */
  useOnline: call(z.object({ id: onlineId, address: shortText, key: shortText }), nothing),
  /** Loads a map again whose key was refused or whose quota was exhausted. */
  retryOnline: call(z.object({ id: onlineId }), nothing),
  /**
   * Takes a map off its list. A copy of a file is deleted, other files stay as they are; the key of an online map is
   * removed from the keychain.
   */
  remove: call(z.object({ id }), nothing),
  /**
   * The nearest named streets of positions, from map tiles on this computer; nothing is requested. null: none is near,
   * or it is not known.
   */
  streets: call(
    z.object({ positions: z.array(positionSchema).max(mostStreetPositions) }),
    z.array(streetSchema.nullable()),
  ),
  /** The size of what is cached of online maps on this disk. */
  onlineCacheBytes: call(nothing, z.number()),
  /** Clears it; resolves to the size that is left. */
  clearOnlineCache: call(nothing, z.number()),
};

const mapPictureFormats = ['png', 'pdf'] as const;
export type MapPictureFormat = (typeof mapPictureFormats)[number];

/** A state of devices in the legend. */
const legendRowSchema = z.object({
  name: z.string().max(100),
  /** As text, in the notation of the user. */
  count: z.string().max(40),
  colour: z.string().regex(/^#[\dA-Fa-f]{6}$/),
  /** The path of its symbol on a field of 16 by 16. */
  outline: z
    .string()
    .max(500)
    .regex(/^[A-Za-z\d ,.-]{0,500}$/),
  /** Drawn as a line, not filled. */
  isStroked: z.boolean(),
});

/** What is written around the picture of a map. */
export const mapSheetSchema = z.object({
  title: z.string().min(1).max(200),
  dataTime: z.string().max(200),
  legendTitle: z.string().max(200),
  legend: z.array(legendRowSchema).max(20),
  /** What else the picture shows or lacks. */
  notes: z.array(z.string().max(400)).max(10),
  /** The sources that the map in use requires to be named. */
  attribution: z
    .array(z.object({ text: z.string().max(1_000), url: z.string().max(2_000).nullable() }))
    .max(60),
});
export type MapSheet = z.infer<typeof mapSheetSchema>;

export const attributionText = ({ attribution }: Pick<MapSheet, 'attribution'>): string =>
  attribution
    .map(({ text }) => text)
    .join('')
    .trim();

/** The most characters of a picture in base64: 45 MB. */
const mostPictureCharacters = 60_000_000;

/** The picture in base64, and the texts around it. */
const pictureSchema = z.object({
  png: z.string().min(1).max(mostPictureCharacters),
  sheet: mapSheetSchema,
});

/** Pictures of the map. The user chooses the file or the printer in a dialog of main. */
export const mapPicture = {
  /**
   * Saves a picture. For a PNG file `png` is the whole sheet, for a PDF file the map alone, around which main
   * writes the sheet. null: cancelled.
   */
  save: call(pictureSchema.extend({ format: z.enum(mapPictureFormats) }), writtenFileSchema),
  /**
   * Prints the page that `save` writes for a PDF file. false: cancelled. Fails with `declined` if there is no
   * printer or the printing system refused.
   */
  print: call(pictureSchema, z.boolean()),
};

/** A list longer than this is printed as far as its first rows. */
export const mostPrintedRows = 5_000;

const printedText = z.string().max(2_000);

/** A list as it is on screen: the texts of its cells, and what stands above them. */
const printedSheetSchema = z.object({
  title: shortText,
  /** When it was printed, in words. */
  when: shortText,
  filter: printedText,
  /** How many rows there are, in words. */
  rowCount: shortText,
  columns: z.array(z.object({ header: shortText, isEnd: z.boolean() })).max(60),
  rows: z.array(z.array(printedText).max(60)).max(mostPrintedRows),
});
export type PrintedSheet = z.infer<typeof printedSheetSchema>;

/** Lists on paper or in a PDF file. */
export const printedTable = {
  /** Opens the print dialog of the system. false: cancelled. Fails as `mapPicture.print`. */
  print: call(printedSheetSchema, z.boolean()),
  /** Asks for a PDF file. null: cancelled. */
  save: call(printedSheetSchema, writtenFileSchema),
};
