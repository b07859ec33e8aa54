/** @param name the query parameter in which the platform passes a payload to the game */
export function addParameter(address: string | undefined, name: string, payload: string): string | undefined {
  if (address === undefined || payload === '') return address;
  const url = new URL(address);
  url.searchParams.set(name, payload);
  return url.href;
}
