// Encodes frames as an animated GIF with one palette. Pixels that have not changed are transparent, so
// that a frame costs what changed in it.
import gifenc from 'gifenc';

const { GIFEncoder, applyPalette, quantize } = gifenc;
/** One pixel of so many decides about the palette. */
const sampleStep = 41;

function paletteOf(frames, colours) {
  const perFrame = Math.ceil(frames[0].length / 4 / sampleStep);
  const sample = new Uint8Array(frames.length * perFrame * 4);
  let to = 0;
  for (const frame of frames) {
    for (let from = 0; from < frame.length; from += sampleStep * 4, to += 4) {
      sample.set(frame.subarray(from, from + 4), to);
    }
  }
  return quantize(sample, colours);
}

/** `frames` are RGBA pixels of the same size; each is shown for `frameMs`. At most 255 `colours`. */
export function encodeGif(frames, { width, height, frameMs, colours }) {
  const palette = paletteOf(frames, colours);
  const transparentIndex = palette.length;
  const gif = GIFEncoder();
  let before = null;
  for (const frame of frames) {
    const index = applyPalette(frame, palette);
    const changed = index.slice();
    if (before) {
      for (let i = 0; i < index.length; i += 1) {
        if (index[i] === before[i]) changed[i] = transparentIndex;
      }
    }
    gif.writeFrame(changed, width, height, {
      ...(before ? {} : { palette: [...palette, [0, 0, 0]] }),
      delay: frameMs,
      transparent: before !== null,
      transparentIndex,
      dispose: 1,
    });
    before = index;
  }
  gif.finish();
  return gif.bytes();
}
