/** Whether a window of maintenance is open. A window without an end stays open until it is closed. */
export function inMaintenance(window: { From: string; To?: string } | undefined, now: Date): boolean {
  if (!window) return false;
  const hasBegun = now.getTime() >= Date.parse(window.From);
  const hasEnded = window.To !== undefined && now.getTime() >= Date.parse(window.To);
  return hasBegun && !hasEnded;
}
