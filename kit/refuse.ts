// A clear no, with a reason for an operator. It names what is wrong and what to do about it, and holds no secret.

export interface Refusal {
  readonly outcome: 'refused';
  readonly reason: string;
}

export const refuse = (reason: string): Refusal => ({ outcome: 'refused', reason });
