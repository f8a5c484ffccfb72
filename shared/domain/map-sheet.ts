import { z } from 'zod';

export const mapPictureFormats = ['png', 'pdf'] as const;
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
  /** The time of the data. */
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
