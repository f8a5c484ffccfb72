import { CloseButton, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useCallback, useRef, type ReactNode } from 'react';
import { useFormat } from '#lib/use-format';
import { useEscape } from '#lib/use-escape';
import { ActionButton } from './action-button';
import page from './page.module.css';

/** The classes that every page uses. */
export { page };

interface PageHeadProps {
  title: string;
  /** Absent if there is nothing to search. */
  search?: SearchBoxProps;
  /** "3 of 12". */
  matches?: ReactNode;
  /** Additional information, such as the age of the list. */
  note?: ReactNode;
  /** Actions of the page, at the end of the header. */
  actions?: ReactNode;
}

/** The header of a page: title, search, number of matches and actions. */
export function PageHead({ title, search, matches, note, actions }: PageHeadProps) {
  return (
    <div className={page.toolbar}>
      <h1 className={page.title}>{title}</h1>
      {search && <SearchBox {...search} />}
      {matches !== undefined && <Matches>{matches}</Matches>}
      <span className={page.note}>{note}</span>
      {actions && <span className={page.row}>{actions}</span>}
    </div>
  );
}

/** The number of matches, announced when it changes. */
export function Matches({ children }: { children: ReactNode }) {
  return (
    <span className={`${page.strong} ${page.figures}`} aria-live="polite">
      {children}
    </span>
  );
}

interface SearchBoxProps {
  label: string;
  /** The label by default. */
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}

/** A field that searches while typing; Escape and a button clear it. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const { t } = useFormat();
  return (
    <TextInput
      type="search"
      size="xs"
      className={page.search}
      aria-label={label}
      placeholder={placeholder ?? label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        value && (
          <CloseButton size="xs" aria-label={t('ui.clearSearch')} onClick={() => onChange('')} />
        )
      }
      spellCheck={false}
    />
  );
}

interface EditorPageProps {
  /** The accessible name of the region. */
  label: string;
  title: string;
  /** "Back to groups". */
  backLabel: string;
  onBack: () => void;
  /** At the end of the head. */
  actions?: ReactNode;
  /** Notices above the fields. */
  banner?: ReactNode;
  children: ReactNode;
  /** Unsaved changes and the Save button. */
  footer: ReactNode;
}

/** A page to edit one record. Leaving needs no confirmation, because drafts are stored. */
export function EditorPage(props: EditorPageProps) {
  useEscape(props.onBack);
  return (
    <section className={page.page} aria-label={props.label}>
      <div className={page.toolbar}>
        <ActionButton icon={IconArrowLeft} onClick={props.onBack}>
          {props.backLabel}
        </ActionButton>
        <h1 className={`${page.title} ${page.rest} ${page.breakable}`}>{props.title}</h1>
        <span className={page.row}>{props.actions}</span>
      </div>
      {props.banner}
      <div className={page.body}>{props.children}</div>
      {props.footer}
    </section>
  );
}

interface SidePanelProps {
  /** The accessible name of the panel. */
  label: string;
  title: string;
  /** Below the title. */
  subtitle?: ReactNode;
  closeLabel: string;
  /** Also called by Escape, while the panel is on screen. */
  onClose: () => void;
  /** Above the title, with the way back; absent or false: a button closes the panel. */
  head?: ReactNode;
  children: ReactNode;
}

/** A panel at the side of a page, with a title and a button that closes it. */
export function SidePanel(props: SidePanelProps) {
  const { label, title, subtitle, closeLabel, onClose, head, children } = props;
  const region = useRef<HTMLElement>(null);
  // A page may stay mounted while another page is shown.
  const isShown = () => region.current !== null && region.current.offsetParent !== null;
  useEscape(useCallback(() => (isShown() ? onClose() : false), [onClose]));
  return (
    <section ref={region} className={page.sidePanel} aria-label={label}>
      {head}
      <div className={page.sidePanelHead}>
        <div className={page.rest}>
          <h2 className={page.sidePanelTitle} title={title}>
            <bdi>{title}</bdi>
          </h2>
          {subtitle && <p className={`${page.quiet} ${page.breakable}`}>{subtitle}</p>}
        </div>
        {!head && <CloseButton aria-label={closeLabel} onClick={onClose} />}
      </div>
      {children}
    </section>
  );
}
