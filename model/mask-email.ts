/** `p***@example.com`: enough to know one's own address by, too little to learn somebody else's. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  // Of a name of one letter, the letter would be all of it.
  return `${at > 1 ? first : ''}***${at < 0 ? '' : address.slice(at)}`;
}
