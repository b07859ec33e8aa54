export function readPageData<T>(): T {
  const text = document.getElementById('page-data')?.textContent;
  if (text === undefined || text === null) throw new Error('The page is missing its data. Reload it.');
  // A server of the same version wrote it from this type.
  return JSON.parse(text) as T;
}

export function requireElement<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`The page is missing ${selector}. Reload it.`);
  return found;
}

export function createHtmlElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...inside: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...inside);
  return made;
}
