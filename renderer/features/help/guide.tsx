import { Button, TextInput } from '@mantine/core';
import { IconSearch, IconStethoscope } from '@tabler/icons-react';
import Markdown from 'markdown-to-jsx/react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { directionOf } from '#shared/i18n/languages';
import { showDiagnostics } from '#features/diagnostics';
import { useAppInfo } from '#lib/app-info';
import { language } from '#lib/language';
import { useFormat } from '#lib/use-format';
import { Dialog } from '#ui/dialog';
import { findPages, guideIn, linkedPage, newsPage, pictureOf, type GuidePage } from './guide-pages';
import classes from './help.module.css';
import { newsSeen } from './news-seen';

interface GuideProps {
  /** The page that is shown first. */
  first: string;
  onClose: () => void;
}

/** The contents scroll to the page that is shown. */
const reveal = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest' });

/** The user guide: its pages, a search in them, and one of them. */
export function Guide({ first, onClose }: GuideProps) {
  const { t } = useFormat();
  const { tag } = language.current();
  const version = useAppInfo()?.version;
  const pages = useMemo(
    () => [...guideIn(tag), newsPage(t('help.news'), version)],
    [tag, t, version],
  );
  const [shown, setShown] = useState(first);
  const [search, setSearch] = useState('');
  const page = pages.find(({ name }) => name === shown) ?? pages[0]!;
  const found = findPages(pages, search);
  useEffect(() => {
    if (page.name === 'news' && version !== undefined) newsSeen.write(version);
  }, [page.name, version]);
  return (
    <Dialog opened onClose={onClose} title={t('help.guide')} size={1040}>
      <div className={classes.guide}>
        <nav className={classes.contents} aria-label={t('help.contents')}>
          <TextInput
            aria-label={t('help.search')}
            placeholder={t('help.search')}
            leftSection={<IconSearch size={15} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && found[0]) setShown(found[0].name);
            }}
          />
          <ul className={classes.pages}>
            {found.map(({ name, title, isEnglish }) => (
              <li key={name}>
                <button
                  type="button"
                  ref={name === page.name ? reveal : undefined}
                  className={classes.page}
                  lang={isEnglish && name !== 'news' ? 'en' : undefined}
                  aria-current={name === page.name ? 'page' : undefined}
                  onClick={() => setShown(name)}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
          <p role="status" className={classes.noMatch}>
            {found.length === 0 && t('command.noMatch')}
          </p>
        </nav>
        <Article key={page.name} page={page} pages={pages} onPage={setShown} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface ArticleProps {
  page: GuidePage;
  pages: readonly GuidePage[];
  onPage: (name: string) => void;
  onClose: () => void;
}

function Article({ page, pages, onPage, onClose }: ArticleProps) {
  const { t } = useFormat();
  const { tag } = language.current();
  const textLanguage = page.isEnglish ? 'en' : tag;
  const article = useRef<HTMLElement>(null);
  // Keys scroll the page that was opened, unless another one is being searched for.
  useEffect(() => {
    if (document.activeElement?.tagName !== 'INPUT') article.current?.focus();
  }, []);
  const overrides = useMemo(
    () => ({
      a: ({ href = '', children }: { href?: string; children?: ReactNode }) => {
        const linked = linkedPage(pages, href);
        if (linked === null && !href.startsWith('#')) return <span>{children}</span>;
        return (
          <a
            href={href}
            onClick={(event) => {
              event.preventDefault();
              if (linked !== null) onPage(linked);
              else document.getElementById(href.slice(1))?.scrollIntoView();
            }}
          >
            {children}
          </a>
        );
      },
      img: ({ src = '', alt }: { src?: string; alt?: string }) => {
        const address = pictureOf(src);
        return address === undefined ? null : <img src={address} alt={alt} />;
      },
    }),
    [pages, onPage],
  );
  return (
    // So that keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article ref={article} tabIndex={0} data-autofocus className={classes.article}>
      {page.isEnglish && tag !== 'en' && <p className={classes.note}>{t('help.inEnglish')}</p>}
      <div lang={textLanguage} dir={directionOf(textLanguage)}>
        <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, overrides }}>
          {page.text}
        </Markdown>
      </div>
      {page.name === 'report-a-problem' && (
        <Button
          variant="default"
          leftSection={<IconStethoscope size={15} aria-hidden />}
          onClick={() => {
            onClose();
            showDiagnostics();
          }}
        >
          {t('diagnostics.open')}
        </Button>
      )}
    </article>
  );
}
