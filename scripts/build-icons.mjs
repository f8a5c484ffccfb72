// Renders assets/icons/*.svg into the icon files of every platform. Run it after changing an SVG and
// commit the result; every run gives the same bytes.
import fs from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { writeIcns, writeIco } from './icons/containers.mjs';

const folder = path.resolve(import.meta.dirname, '..', 'assets', 'icons');
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const icoSizes = [16, 24, 32, 48, 64, 256];
/** Up to this size the simplified drawing is used. */
const smallUpTo = 32;

function render(drawing, size) {
  const svg = fs.readFileSync(path.join(folder, `${drawing}.svg`), 'utf8');
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

const pngs = new Map(
  sizes.map((size) => [size, render(size <= smallUpTo ? 'waypost-small' : 'waypost', size)]),
);
const files = {
  ...Object.fromEntries([...pngs].map(([size, png]) => [`${size}x${size}.png`, png])),
  'icon.ico': writeIco(icoSizes.map((size) => ({ size, png: pngs.get(size) }))),
  'icon.icns': writeIcns((size) => pngs.get(size)),
  // macOS requires these two names.
  'trayTemplate.png': render('tray-template', 16),
  'trayTemplate@2x.png': render('tray-template', 32),
};
for (const [name, bytes] of Object.entries(files)) {
  fs.writeFileSync(path.join(folder, name), bytes);
  console.log(`${name.padEnd(20)} ${bytes.length} bytes`);
}
