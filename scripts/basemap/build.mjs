// Builds assets/basemap: world.pmtiles, the offline base map, towns.bin, the names of the nearest towns, and
// town-names.bin, their other names, from data in npm packages, without a network.
// `--check` writes nothing and fails if the committed files differ. See README.md for the commands.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeArchive } from './archive.mjs';
import { dataPackages, licenceFile } from './sources.mjs';
import { createTiles } from './tiles.mjs';
import { createTownNamesFile } from './town-names.mjs';
import { createTownsFile, listTowns } from './towns.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const archiveFile = path.join(root, 'assets', 'basemap', 'world.pmtiles');
const townsFile = path.join(root, 'assets', 'basemap', 'towns.bin');
const townNamesFile = path.join(root, 'assets', 'basemap', 'town-names.bin');
const attribution =
  'Natural Earth (public domain) · towns © <a href="https://www.geonames.org/">GeoNames</a> (CC BY 4.0)';

function createArchive() {
  const { maxZoom, tiles, vectorLayers } = createTiles();
  console.log(`${tiles.length} tiles`);
  return writeArchive(tiles, {
    minZoom: 0,
    maxZoom,
    centre: [10, 30, 2],
    metadata: {
      name: 'Waypost world',
      description: 'Natural Earth 4.1.0 (2018) and GeoNames towns, for use without a network',
      attribution,
      type: 'baselayer',
      vector_layers: vectorLayers,
    },
  });
}

function packageLicence(name) {
  const folder = path.join(import.meta.dirname, 'node_modules', name);
  const licence = path.join(folder, 'LICENSE');
  // One package states its licence in its README only.
  return fs.readFileSync(fs.existsSync(licence) ? licence : path.join(folder, 'README.md'));
}

/** Every file that the builder makes, with its content. */
function createFiles() {
  const licences = dataPackages.map((name) => [licenceFile(name), packageLicence(name)]);
  const towns = listTowns();
  return new Map([
    ...licences,
    [archiveFile, createArchive()],
    [townsFile, createTownsFile(towns)],
    [townNamesFile, createTownNamesFile(towns)],
  ]);
}

const relative = (file) => path.relative(root, file).replaceAll(path.sep, '/');

function writeFiles(files) {
  for (const [file, content] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    console.log(`wrote ${relative(file)}, ${Math.round(content.length / 1024)} kB`);
  }
}

function checkFiles(files) {
  const isCurrent = (file, content) => fs.existsSync(file) && fs.readFileSync(file).equals(content);
  const outdated = [...files].filter(([file, content]) => !isCurrent(file, content));
  if (outdated.length > 0) {
    const names = outdated.map(([file]) => relative(file)).join(', ');
    throw new Error(`${names}: not what this builder makes. Build without --check and commit.`);
  }
  console.log(`${[...files.keys()].map(relative).join(', ')}: identical, byte for byte`);
}

try {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  // Versions of V8 round some sines and logarithms differently, which can move a country's label.
  if (!process.versions.electron) {
    throw new Error("the base map is built under Electron's Node: npm run build in this folder");
  }
  const files = createFiles();
  if (values.check) checkFiles(files);
  else writeFiles(files);
} catch (error) {
  console.error(`base map: ${error.message}`);
  process.exitCode = 1;
}
