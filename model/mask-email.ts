/** `p***@example.com`: players recognise their own address, and others can't reconstruct it. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${at > 1 ? first : ''}***${at < 0 ? '' : address.slice(at)}`;
}
