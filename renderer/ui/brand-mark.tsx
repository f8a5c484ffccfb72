/** Waypost's own mark: a signpost's arm on a pin. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-brand-7)" />
      <path d="M14.5 5h3v22h-3Z" fill="#fff" opacity=".75" />
      <path d="M7 8h14l4.5 4L21 16H7Z" fill="#fff" />
      <circle cx="16" cy="27" r="2.2" fill="#fff" />
    </svg>
  );
}
