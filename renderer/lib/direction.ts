/** 1, or -1 where lines run from right to left: which way pointers and arrow keys count. */
export const inlineSign = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);
