/** An object whose properties in `above` hide those of `below`. */
export function overlaid<T extends object>(below: T, above: Readonly<Record<PropertyKey, unknown>>): T {
  const over: T = new Proxy(below, {
    get(target, name) {
      if (Object.hasOwn(above, name)) return above[name];
      const value: unknown = Reflect.get(target, name, target);
      // A window that isn't framed is its own parent.
      if (value === below) return over;
      return typeof value === 'function' && !/^[A-Z]/.test(String(name)) ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
  return over;
}
