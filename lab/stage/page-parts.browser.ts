/** What the server has written into the page for its code. */
export function readPageData<T>(): T {
  const text = document.getElementById('page-data')?.textContent;
  if (text === undefined || text === null) throw new Error('The page has no data for its code. Load it again.');
  // Written by the server of the same version, from the type that is asked for.
  return JSON.parse(text) as T;
}

/** An element that the page of the server has for sure. */
export function part<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}. Load it again.`);
  return found;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...inside: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...inside);
  return made;
}
