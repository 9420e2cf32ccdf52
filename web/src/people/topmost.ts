// What must be within reach of the hand wherever it is: everything outside an open window is dead to it.

/** Keeps an element in the topmost open window, and where it was made if none is open. Called again whenever windows open or close. */
export function topmost(element: HTMLElement, home: HTMLElement): void {
  const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? home;
  if (element.parentElement !== host) host.append(element);
}
