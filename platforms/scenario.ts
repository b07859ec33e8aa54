// A scenario in which a game is tried on a simulated platform: who plays, where, and what is to go wrong. All of it stands in
// the address of the lab, so that it can be sent to a colleague; what is not there is as usual.

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
  /** `friends` has some who play the game; `abroad` is of another country and language. */
  readonly player: (typeof players)[number];
  /** `ask`: the simulated platform shows its dialog and a person decides. The others end by themselves. */
  readonly payment: (typeof paymentEnds)[number];
  readonly ad: (typeof adEnds)[number];
  readonly network: (typeof networks)[number];
  /** The platform's script, or the page that answers us: not there, there and silent, or slow. */
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

/** A person on a simulated platform. */
export interface SimulatedPlayer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'unspecified' | 'male' | 'female';
  readonly language: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  /** The platform knows the browser only. */
  readonly isGuest: boolean;
  readonly friends: readonly Omit<SimulatedPlayer, 'friends'>[];
}
