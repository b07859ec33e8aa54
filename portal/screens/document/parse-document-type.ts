const types = { tos: 'TOS', 'terms-of-service': 'TOS', pp: 'PP', 'privacy-policy': 'PP' } as const;

export function parseDocumentType(name: string): 'TOS' | 'PP' | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(types, key) ? types[key as keyof typeof types] : undefined;
}
