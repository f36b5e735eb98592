import { useEffect, useEffectEvent } from 'react'
import { localPreference } from './local-preference.ts'

const setting = localPreference('single-keys', ['on', 'off'])

/** Whether single-key shortcuts are enabled (WCAG 2.1.4); stored in this browser, on by default. */
export const singleKeys = {
  areOn: () => setting.get() !== 'off',
  use: () => setting.use() !== 'off',
  set: (areOn: boolean) => setting.set(areOn ? 'on' : 'off'),
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

/** The key as `aria-keyshortcuts` writes it: 'j', 'Shift+X', '?', 'ArrowLeft'. Caps Lock is ignored. */
export function keyName({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>) {
  if (/^[a-z]$/i.test(key)) return shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()
  return key
}

/** Whether a single-key shortcut may run: not while typing text, and not with a browser modifier. */
export function isFreeKey(event: KeyPress) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  return !target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
}

/** Calls the newest `press` for each key of the document, because shortcuts work without focus. */
export function useKeys(press: (event: KeyboardEvent) => void) {
  const pressed = useEffectEvent(press)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

export function isDialogOpen() {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}

/** Clicks the visible control with this `aria-keyshortcuts`, or focuses a text field. False if there is none. */
export function pressControl(place: ParentNode, key: string) {
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

/** Calls `press` for a key that no field, dialog or other shortcut takes. It returns whether it has done something. */
export function useFreeKeys(press: (key: string) => boolean) {
  useKeys((event) => {
    const key = keyName(event)
    if (event.defaultPrevented || !isFreeKey(event) || isDialogOpen()) return
    if (key.length === 1 && !singleKeys.areOn()) return
    if (press(key)) event.preventDefault()
  })
}

/** Presses the control that declares one of these keys. */
export const useControlKeys = (keys: string) => useFreeKeys((key) => keys.includes(key) && pressControl(document, key))
