/** A page's title: what it is about, and whose it is. @param title empty: the portal itself */
export const titleOf = (title: string, portalName: string): string =>
  title === '' || title === portalName ? portalName : `${title} – ${portalName}`;
