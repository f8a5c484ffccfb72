/** 1, or -1 where lines run from right to left: which way pointers and arrow keys count. */
export const inlineSign = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

/** A background from the side where lines begin, as the names of its ends. */
export const alongLine = (colours: readonly string[]): string =>
  `linear-gradient(${inlineSign() * 90}deg, ${colours.join(', ')})`;
