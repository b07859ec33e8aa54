const types = { tos: 'TOS', 'terms-of-service': 'TOS', pp: 'PP', 'privacy-policy': 'PP' } as const;

/** Which kind of document an address means; whatever the case it is written in. */
export function documentType(name: string): 'TOS' | 'PP' | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(types, key) ? types[key as keyof typeof types] : undefined;
}
