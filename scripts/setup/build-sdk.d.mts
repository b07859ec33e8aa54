export function isSdkBuilt(root: string): boolean;
