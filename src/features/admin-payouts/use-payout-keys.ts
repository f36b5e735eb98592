import { type RefObject, useEffect } from 'react'
import { isDialogOpen, isFreeKey, keyName, pressControl, singleKeys } from '#client/lib/single-keys.ts'

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

const rowKeys: ReadonlySet<string> = new Set(['Enter', 'p', 's', 'x'])

/** Keys press the control of the focused row that declares them; without one, P takes the first to be paid. */
export function usePayoutKeys(list: RefObject<HTMLElement | null>): void {
  // Listens on the document, because J and / work without focus.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isFreeKey(event) || isDialogOpen()) return
      const key = keyName(event)
      if (key.length === 1 && !singleKeys.areOn()) return
      if (key === '/' ? pressControl(document, key) : actInRows(key, list.current)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}

function actInRows(key: string, list: HTMLElement | null): boolean {
  const rows = [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const step = steps[key]
  if (step !== undefined) {
    const next = at === -1 ? rows[0] : rows[at + step]
    next?.focus()
    return next !== undefined
  }
  const row = rows[at]
  if (!row) {
    const payable = key === 'p' ? rows.find((each) => pressControl(each, key)) : undefined
    payable?.focus()
    return payable !== undefined
  }
  if (key === 'Enter' && row !== document.activeElement) return false
  return rowKeys.has(key) && pressControl(row, key)
}
