// A contract in small, with one field for every way in which a field is used, and some that nobody uses. The names say which.
interface Text {
  readonly type: 'string';
}
interface Schema<P> {
  readonly properties: P;
}
const text: Text = { type: 'string' };
const schema = <const P>(properties: P): Schema<P> => ({ properties });

const shared = { SharedRead: text };
export const Request = schema({
  ...shared,
  Accessed: text,
  Bound: text,
  HandedOn: text,
  PassedOver: text,
  Forgotten: text,
});
export const Other = schema({ ...shared, Elsewhere: text });
export const Reply = schema({
  Written: text,
  Spread: text,
  Inferred: text,
  Copied: text,
  Empty: text,
  Nothing: text,
  Sometimes: text,
});

type Static<S> = S extends Schema<infer P> ? { [K in keyof P]?: string } : never;

export function handle(request: Static<typeof Request>): Static<typeof Reply> {
  const { Bound } = request;
  const given: { Forgotten?: string } = { Forgotten: 'of another object' };
  const parts = { Spread: request.Accessed ?? '' };
  if (Bound === undefined) return { Nothing: '', Sometimes: '' };
  return {
    Written: Bound ?? take(request) ?? request.SharedRead ?? given.Forgotten ?? '',
    ...parts,
    ...infer(),
    Nothing: '',
    Sometimes: 'x',
  };
}

function take({ HandedOn }: { readonly HandedOn?: string; readonly PassedOver?: string }): string | undefined {
  return HandedOn;
}

function infer() {
  return { Inferred: 'x' };
}

// A reply that was got is given on: that fills nothing.
export const copy = (reply: Static<typeof Reply>): Static<typeof Reply> => ({ ...reply });
