/** A bar that shows a share. `done`: 0 to 1. */
export function Meter({ label, done }: { label: string; done: number }) {
  const part = Math.min(1, Math.max(0, done));
  return (
    <svg
      class="system-meter"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${(100 * part).toFixed(1)} %`}
    >
      <rect class="ground" width="100" height="6" />
      <rect width={100 * part} height="6" />
    </svg>
  );
}
