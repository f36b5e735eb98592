import { waitFor } from '@testing-library/dom'
import { expect } from 'vitest'

/** The texts of toasts that have gone since the page was opened, or since the last one that was expected. */
let gone: string[] = []
let observer: MutationObserver | undefined

/** Remembers toasts that go: on a busy machine, the 5 seconds of one may pass before a test looks for it. */
export function rememberToasts(): void {
  gone = []
  observer?.disconnect()
  observer = new MutationObserver((changes) => {
    for (const { target, removedNodes } of changes)
      for (const node of removedNodes)
        if (isRegion(node) || isRegion(target.parentNode)) gone.push(node.textContent ?? '')
  })
  observer.observe(document, { childList: true, subtree: true })
}

function isRegion(node: Node | null): boolean {
  return node instanceof Element && node.getAttribute('aria-label')?.startsWith('Notifications') === true
}

/** The visible toast, if any. Behind a dialog assistive technology cannot reach it. */
export function findToast(): HTMLElement | null {
  return document.querySelector('[aria-label^="Notifications"] li')
}

/** Waits for a toast with all these texts, which may have gone since. */
export async function expectToast(...texts: string[]): Promise<void> {
  await waitFor(() => {
    if (gone.some((toast) => texts.every((text) => toast.includes(text)))) return
    for (const text of texts) expect(findToast()).toHaveTextContent(text)
  })
  gone = []
}
