import { searchForm } from '#shared/domain/text';
import { nameRank, nameSearch, withWords } from '#lib/find-text';
import { withKeysOfComputer } from '#lib/shortcuts';

const folder = '../../../docs/guide/';

/** The texts by their paths. They are part of this file, which is loaded when the guide is opened first. */
const texts = import.meta.glob<string>(['../../../docs/guide/**/*.md', '../../../CHANGELOG.md'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const pictures = import.meta.glob<string>('../../../docs/guide/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

export interface GuidePage {
  /** The name of its file. */
  name: string;
  title: string;
  /** Markdown. */
  text: string;
  isEnglish: boolean;
}

const titleOf = (text: string) => /^# (.+)$/m.exec(text)![1]!;

/** The pages in the order of the contents, each in this language if it was translated, else in English. */
export function guideIn(tag: string): GuidePage[] {
  const names = texts[`${folder}README.md`]!.matchAll(/\]\(([a-z-]+)\.md\)/g);
  return [...names].map(([, name]) => {
    const translated = texts[`${folder}${tag}/${name}.md`];
    const text = withKeysOfComputer(translated ?? texts[`${folder}${name}.md`]!);
    return { name: name!, title: titleOf(text), text, isEnglish: translated === undefined };
  });
}

/** What changed, from the shipped version on. */
export function newsPage(
  title: string,
  version = '',
  changelog = texts['../../../CHANGELOG.md']!,
): GuidePage {
  const released = changelog.indexOf(`\n## [${version}]`);
  // What has no release yet is what this version is.
  const text = changelog.slice(released < 0 ? changelog.indexOf('\n## ') : released);
  const news = text
    .replace('## [Unreleased]', version ? `## ${version}` : '')
    .replaceAll(/^## \[(.+?)\]/gm, '## $1');
  return { name: 'news', title, text: `# ${title}\n${news}`, isEnglish: true };
}

/** The page that a link of a page leads to; null: it leads out of the guide. */
export const linkedPage = (pages: readonly GuidePage[], href: string): string | null => {
  const name = /^(?:\.\.\/)?([a-z-]+)\.md(?:#.*)?$/.exec(href)?.[1];
  return pages.find((page) => page.name === name)?.name ?? null;
};

/** The address of a picture that a page shows; undefined: it is not part of the app. */
export const pictureOf = (source: string): string | undefined =>
  pictures[`${folder}${source.replace(/^\.\.\/(?=pictures\/)/, '')}`];

/** The pages with every word of `search`, first those whose titles fit it best. */
export function findPages(pages: readonly GuidePage[], search: string): readonly GuidePage[] {
  const found = withWords(pages, search, ({ text }) => text.replaceAll(/[*`]/g, ''));
  const sought = nameSearch(search);
  const rank = ({ title }: GuidePage) => nameRank(searchForm(title), sought);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
