// A scenario for trying a game on a simulated platform: who plays, where, and what goes wrong. It is stored in the lab
// page's URL; absent parameters have their defaults.

export const playerScenarios = ['registered', 'guest', 'friends', 'abroad'] as const;
export const paymentScenarios = [
  'ask',
  'paid',
  'cancelled',
  'failed',
  'paid-but-cancelled',
  'webhook-late',
  'webhook-twice',
] as const;
export const adScenarios = ['ask', 'finished', 'skipped', 'no-fill'] as const;
export const networkScenarios = ['usual', 'slow', 'down'] as const;
export const sdkScenarios = ['usual', 'blocked', 'silent', 'late'] as const;
export const proofScenarios = ['fresh', 'expired'] as const;
export const saveScenarios = ['usual', 'conflict', 'offline', 'full'] as const;

export interface Scenario {
  /** `friends` has friends who play the game; `abroad` has another country and language. */
  readonly player: (typeof playerScenarios)[number];
  /** `ask`: the simulated platform shows a dialog and the developer decides. The others happen without a dialog. */
  readonly payment: (typeof paymentScenarios)[number];
  readonly ad: (typeof adScenarios)[number];
  readonly network: (typeof networkScenarios)[number];
  /** The platform's script or framing page: missing, not responding, or slow. */
  readonly sdk: (typeof sdkScenarios)[number];
  readonly proof: (typeof proofScenarios)[number];
  /** Saves: another device writes first, the server can't be reached, or the save is full. */
  readonly save: (typeof saveScenarios)[number];
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
  save: 'usual',
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
