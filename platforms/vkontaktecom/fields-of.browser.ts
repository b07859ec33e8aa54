export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object that came from outside; of anything else none. */
export const fieldsOf = (value: unknown): Fields =>
  // Its fields are looked at one by one.
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** VK says yes in two ways. */
export const isDone = ({ result, success }: Fields): boolean => result === true || success === true;
