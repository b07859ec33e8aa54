export function isBuilt(name: 'portal' | 'sdk' | 'release' | 'lab'): boolean;
