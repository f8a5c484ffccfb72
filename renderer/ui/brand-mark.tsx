/** The logo, as on the app icon. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="24 24 464 464" aria-hidden>
      <rect x="24" y="24" width="464" height="464" rx="104" fill="#0f629b" />
      <rect x="236" y="92" width="40" height="340" rx="20" fill="#cfe4f3" />
      <path d="M388 254H204L140 310L204 366H388Z" fill="#8fc4e8" />
      <path d="M122 118H336L416 184L336 250H122Z" fill="#fff" />
    </svg>
  );
}
