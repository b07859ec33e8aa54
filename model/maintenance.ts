/** A maintenance window without an end stays open until an operator closes it. */
export function isInMaintenance(window: { From: string; To?: string } | undefined, now: Date): boolean {
  if (!window) return false;
  const hasBegun = now.getTime() >= Date.parse(window.From);
  const hasEnded = window.To !== undefined && now.getTime() >= Date.parse(window.To);
  return hasBegun && !hasEnded;
}
