import { useEffect, useEffectEvent, useRef } from 'react'
import { isDialogOpen, isFreeKey, singleKeys } from '#client/lib/single-keys.ts'

type Options = {
  isOn: boolean
  /** In the order of their numbers, which begin with 1. */
  reasons: readonly string[]
  onTake: (reason: string) => void
  /** Called for Backspace without a number. */
  onLeave: () => void
}

/** Typed digits take the reason with this number: 1 and then 2 is the first, then the twelfth. */
export function useReasonDigits({ isOn, reasons, onTake, onLeave }: Options): void {
  const typed = useRef('')
  const type = useEffectEvent((key: string) => {
    if (key === 'Backspace') {
      if (typed.current === '') return onLeave()
      typed.current = typed.current.slice(0, -1)
    } else typed.current = numberAfter(typed.current, key, reasons.length)
    onTake(reasons[Number(typed.current) - 1] ?? '')
  })
  useEffect(() => {
    if (!isOn) return
    typed.current = ''
    const press = (event: KeyboardEvent) => {
      if (!/^(\d|Backspace)$/.test(event.key)) return
      if (event.defaultPrevented || !isFreeKey(event) || isDialogOpen() || !singleKeys.areOn()) return
      event.preventDefault()
      type(event.key)
    }
    // Before the shortcuts, to which the digits are statuses.
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [isOn])
}

/** A digit begins a new number if there is no such reason: 12, then 5 of 26 is 5. */
export function numberAfter(typed: string, digit: string, count: number): string {
  return [typed + digit, digit].find((number) => Number(number) >= 1 && Number(number) <= count) ?? typed
}
