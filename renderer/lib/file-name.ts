/** The name of a file without its folder. */
export const fileName = (path: string): string => path.replace(/^.*[/\\]/, '');
