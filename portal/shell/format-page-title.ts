/** @param title empty for the portal itself */
export const formatPageTitle = (title: string, portalName: string): string =>
  title === '' || title === portalName ? portalName : `${title} – ${portalName}`;
