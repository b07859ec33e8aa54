// A definite refusal. The reason is for an operator and contains no secret.

export interface Refusal {
  readonly outcome: 'refused';
  readonly reason: string;
}

export const buildRefusal = (reason: string): Refusal => ({ outcome: 'refused', reason });
