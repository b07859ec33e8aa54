// A scenario for trying a game on a simulated platform: who plays, where, and what goes wrong. It is stored in the lab
// page's URL so that it can be shared; absent parameters have their defaults.

export const players = ['registered', 'guest', 'friends', 'abroad'] as const;
export const paymentEnds = [
  'ask',
  'paid',
  'cancelled',
  'failed',
  'paid-but-cancelled',
  'webhook-late',
  'webhook-twice',
] as const;
export const adEnds = ['ask', 'finished', 'skipped', 'no-fill'] as const;
export const networks = ['usual', 'slow', 'down'] as const;
export const sdks = ['usual', 'blocked', 'silent', 'late'] as const;
export const proofs = ['fresh', 'expired'] as const;

export interface Scenario {
  /** `friends` has friends who play the game; `abroad` has another country and language. */
  readonly player: (typeof players)[number];
  /** `ask`: the simulated platform shows a dialog and the developer decides. The others happen without a dialog. */
  readonly payment: (typeof paymentEnds)[number];
  readonly ad: (typeof adEnds)[number];
  readonly network: (typeof networks)[number];
  /** The platform's script or framing page: missing, not responding, or slow. */
  readonly sdk: (typeof sdks)[number];
  readonly proof: (typeof proofs)[number];
  readonly language: string;
  readonly device: 'phone' | 'desktop';
}

export const defaultScenario: Scenario = {
  player: 'registered',
  payment: 'ask',
  ad: 'ask',
  network: 'usual',
  sdk: 'usual',
  proof: 'fresh',
  language: 'en',
  device: 'desktop',
};

export interface SimulatedPlayer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'unspecified' | 'male' | 'female';
  readonly language: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  /** The platform knows only the browser. */
  readonly isGuest: boolean;
  readonly friends: readonly Omit<SimulatedPlayer, 'friends'>[];
}
