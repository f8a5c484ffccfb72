import { z } from 'zod';
import { mapPictureFormats, mapSheetSchema } from '../domain/map-sheet';
import { call } from './define';

/** The most characters of a picture in base64: 45 MB. */
export const mostPictureCharacters = 60_000_000;

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
  save: call(
    pictureSchema.extend({ format: z.enum(mapPictureFormats) }),
    z.object({ file: z.string() }).nullable(),
  ),
  /**
   * Prints the page that `save` writes for a PDF file. false: cancelled. Fails with `declined` if there is no
   * printer or the printing system refused.
   */
  print: call(pictureSchema, z.boolean()),
};
