/** "22:05" for a minute of the day. */
export function clockText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The minute of the day for a text such as "22:05"; null if it is invalid. */
export function minutesOf(text: string): number | null {
  const match = /^(\d{2}):(\d{2})/.exec(text);
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return minutes < 1440 ? minutes : null;
}
