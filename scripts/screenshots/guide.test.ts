import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { guidePictures, guideFolder, mostBytes, picturesFolder } from './guide.mjs';
import { mostBytes as mostOfRecording, recordingFile } from './recording.mjs';

const readme = path.resolve(guideFolder, '..', '..', 'README.md');
const guidePages = fs
  .readdirSync(guideFolder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join(guideFolder, name));

const pagesOfText = guidePages.filter((page) => path.basename(page) !== 'README.md');

interface Link {
  from: string;
  to: string;
  isPicture: boolean;
  text: string;
}

/** The links to files of the project in a page; those to the web are left out. */
function linksOf(page: string): Link[] {
  const links = fs.readFileSync(page, 'utf8').matchAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g);
  return [...links].flatMap(([, mark, text = '', to = '']) =>
    /^[a-z]+:/.test(to) ? [] : [{ from: page, to, isPicture: mark === '!', text }],
  );
}

/** The anchors of a page as GitHub makes them from its headings. */
function anchorsOf(page: string): string[] {
  const headings = fs.readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

const targetOf = ({ from, to }: Link) => path.resolve(path.dirname(from), to.replace(/#.*$/, ''));

function isBroken(link: Link): boolean {
  const target = link.to.startsWith('#') ? link.from : targetOf(link);
  if (!fs.existsSync(target)) return true;
  const anchor = link.to.split('#')[1];
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

const links = [...guidePages, readme].flatMap(linksOf);

describe('the user guide', () => {
  test('has no link to a page, a heading or a picture that does not exist', () => {
    expect(links.filter(isBroken)).toEqual([]);
  });

  test('is listed in its index as a whole', () => {
    const index = path.join(guideFolder, 'README.md');
    const listed = linksOf(index).map(targetOf);
    expect(guidePages.filter((page) => page !== index && !listed.includes(page))).toEqual([]);
  });

  test('is reached from the README', () => {
    expect(linksOf(readme).map(targetOf)).toContain(path.join(guideFolder, 'README.md'));
  });

  test('shows every picture that the script takes, and only these', () => {
    const shown = links
      .filter(({ isPicture }) => isPicture)
      .map(targetOf)
      .filter((file) => path.dirname(file) === picturesFolder);
    const taken = guidePictures.map((name) => `${name}.webp`).toSorted();
    expect([...new Set(shown.map((file) => path.basename(file)))].toSorted()).toEqual(taken);
    expect(fs.readdirSync(picturesFolder).toSorted()).toEqual(taken);
  });

  test('describes each picture in words', () => {
    expect(links.filter(({ isPicture, text }) => isPicture && text.length < 20)).toEqual([]);
  });

  test('has pages of 20 to 45 lines beside the index and small pictures', () => {
    const linesOf = (page: string) => fs.readFileSync(page, 'utf8').trimEnd().split('\n').length;
    expect(pagesOfText.filter((page) => linesOf(page) < 20 || linesOf(page) > 45)).toEqual([]);
    const bytesOf = (name: string) => fs.statSync(path.join(picturesFolder, name)).size;
    expect(fs.readdirSync(picturesFolder).filter((name) => bytesOf(name) > mostBytes)).toEqual([]);
  });
});

test('the README shows the recording, which is small enough to load with the page', () => {
  expect(linksOf(readme).map(targetOf)).toContain(recordingFile);
  expect(fs.statSync(recordingFile).size).toBeLessThanOrEqual(mostOfRecording);
});
