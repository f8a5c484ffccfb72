import { z } from 'zod';

/** The types of files that contain maps, by their extensions. */
export const mapFileExtensions = ['pmtiles', 'mbtiles'];

/** Schemas of vector tiles that Waypost has a style for. */
export const tileSchemas = ['openmaptiles', 'protomaps', 'shortbread'] as const;
export type TileSchema = (typeof tileSchemas)[number];

/** The deepest zoom that a file may state. */
export const deepestZoom = 22;

/** West, south, east, north in degrees. */
const mapBoundsSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type MapBounds = z.infer<typeof mapBoundsSchema>;

/** What a file may state about itself. */
const mapFileStatements = ['format', 'compression', 'bounds', 'zoom', 'rows', 'metadata'] as const;
export type MapFileStatement = (typeof mapFileStatements)[number];

export const mapFileFactsSchema = z.object({
  container: z.enum(['pmtiles', 'mbtiles']),
  bytes: z.number().int().min(0),
  bounds: mapBoundsSchema,
  minZoom: z.number().int().min(0).max(deepestZoom),
  maxZoom: z.number().int().min(0).max(deepestZoom),
  /** null: pictures. */
  schema: z.enum(tileSchemas).nullable(),
  /** Pixels of a side of a picture. */
  tileSize: z.union([z.literal(256), z.literal(512)]),
  /** Whether it draws the sea. If not, the coast of the bundled map is shown. */
  hasSea: z.boolean(),
  /** The sources of the data as plain text; empty: not stated. */
  attribution: z.string().max(500),
  /** What the file states about itself and its tiles contradict: Waypost follows the tiles. */
  ignored: z.array(z.enum(mapFileStatements)),
});
export type MapFileFacts = z.infer<typeof mapFileFactsSchema>;

/** Why a file cannot be used as a map. `detail` is a value of the message about it. */
export const mapFileRefusals = [
  /** It cannot be found. */
  'missing',
  /** The system does not let Waypost read it, or the drive does not answer. */
  'unreadable',
  /** Neither PMTiles nor MBTiles; `detail` names what it looks like. */
  'notMap',
  /** An SQLite database without a table of tiles; `detail` names the tables it has. */
  'noTiles',
  /** PMTiles of a version other than 3; `detail` is the version. */
  'otherVersion',
  /** It ends before the end that it states; `detail`: how many bytes of how many are there. */
  'cutOff',
  /** A part that contradicts itself or the rest; `detail` names it. */
  'damaged',
  /** A part that is larger than in any map; `detail` names it. */
  'excessive',
  /** It kept the reader busy for too long. */
  'slow',
  /** The process that read it ended, for example because its memory was full. */
  'ended',
  /** An MBTiles file with programs instead of tables of tiles. */
  'unsafe',
  'empty',
  /** Tiles without any content; `detail`: how many were looked at. */
  'blank',
  /** Vector tiles of a schema that Waypost has no style for; `detail` names its layers. */
  'otherSchema',
  /** Tiles in a format that Waypost does not draw; `detail`: a tile and what it looks like. */
  'otherFormat',
  /** Its path names another computer, which would be sent the name and a proof of the password of the user. */
  'remote',
  /** The same file is on the list already. */
  'known',
  /** The list is full. */
  'tooMany',
] as const;
export type MapFileRefusal = (typeof mapFileRefusals)[number];

export const mostMapFiles = 12;

export const mapFileSchema = z.object({
  id: z.string(),
  /** The file name without its folder. */
  name: z.string(),
  /** `place`: read where it is; `copy`: a copy in the profile; `policy`: set by an administrator. */
  origin: z.enum(['place', 'copy', 'policy']),
  /** `checking`: not read yet. Otherwise usable (`ready`), or why not. */
  state: z.enum(['checking', 'ready', ...mapFileRefusals]),
  detail: z.string(),
  /** null until it was read. */
  facts: mapFileFactsSchema.nullable(),
  /** Changes when the file changes, so that no old tile is shown. */
  revision: z.number().int(),
});
export type MapFile = z.infer<typeof mapFileSchema>;

/** A file that the user chose, dropped or opened, before it is added. */
export const mapFileOfferSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('reading'), id: z.string(), name: z.string() }),
  z.object({
    state: z.literal('readable'),
    id: z.string(),
    name: z.string(),
    facts: mapFileFactsSchema,
    /** Free bytes of the disk of the profile; null: not known. */
    freeBytes: z.number().nullable(),
  }),
  z.object({
    state: z.literal('refused'),
    id: z.string(),
    name: z.string(),
    reason: z.enum(mapFileRefusals),
    detail: z.string(),
  }),
  z.object({
    state: z.literal('copying'),
    id: z.string(),
    name: z.string(),
    /** 0 to 1. */
    share: z.number(),
  }),
  z.object({
    state: z.literal('notCopied'),
    id: z.string(),
    name: z.string(),
    reason: z.enum(['full', 'failed']),
  }),
]);
export type MapFileOffer = z.infer<typeof mapFileOfferSchema>;
