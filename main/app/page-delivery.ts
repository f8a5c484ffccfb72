/** Follows whether the window has the page and the files that the page names. */
export interface PageDelivery {
  /** Resolves once; a page that is loaded again changes nothing. */
  delivered: Promise<void>;
  /** The page is being answered. */
  page(html: string): void;
  /** The window has received a whole file, by the path of its address. */
  file(pathname: string): void;
}

export function createPageDelivery(): PageDelivery {
  const { promise: delivered, resolve } = Promise.withResolvers<void>();
  const missing = new Set<string>();
  return {
    delivered,
    page: (html) => {
      for (const [, name] of html.matchAll(/ (?:src|href)="([^"]+)"/g)) {
        missing.add(new URL(name!, 'app://page').pathname);
      }
      if (missing.size === 0) resolve();
    },
    file: (pathname) => {
      if (missing.delete(pathname) && missing.size === 0) resolve();
    },
  };
}
