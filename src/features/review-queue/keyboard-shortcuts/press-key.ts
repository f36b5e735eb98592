type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

/** The key as `aria-keyshortcuts` writes it: 'j', 'Shift+X', '?', 'ArrowLeft'. Caps Lock makes no other key of it. */
export function keyName({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (/^[a-z]$/i.test(key)) return shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()
  return key
}

/** Whether a single key may act: it is no part of a text, and no shortcut of the browser. */
export function isFreeKey(event: KeyPress): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  return !target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
}

/** Whether some dialog is open, which has the keys to itself. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}

/**
 * Presses the control within `place` that names this key in its `aria-keyshortcuts`; a field gets the focus instead.
 * So no key does anything that no control does. False when there is none to be seen.
 */
export function pressControl(place: ParentNode, key: string): boolean {
  const named = [...place.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`)]
  const control = named.find((each) => each.checkVisibility({ visibilityProperty: true }))
  if (!control) return false
  if (control.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')) control.focus()
  else
    control.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: key.startsWith('Shift+') }),
    )
  return true
}
