/** A native notification; the user sees it even when the window is hidden. */
export interface Notice {
  title: string;
  body: string;
}
