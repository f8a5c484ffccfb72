import type { Language } from '#shared/i18n/languages';
import { sortIn } from './in-order';

// Main chooses the language: it knows the settings and the languages of the system. It serves the page with the
// texts, so that the first picture has them, and sends those of another language when it is chosen.

let shown: Language | null = null;
const listeners = new Set<() => void>();

function show(next: Language): Language {
  sortIn(next.locale);
  return (shown = next);
}

/** The texts within the page, which need not stay there. */
function served(): Language {
  const element = document.getElementById('language')!;
  const language = JSON.parse(element.textContent) as Language;
  element.remove();
  return language;
}

export const language = {
  current: (): Language => shown ?? show(served()),
  set(next: Language): void {
    show(next);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** 1, or -1 where lines run from right to left: which way pointers and arrow keys count. */
export const inlineSign = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);
