import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the row, which may return later, unless a person has moved the focus or changed what is listed. */
export function useFocusBack(
  list: RefObject<HTMLElement | null>,
  { openedId, shown, rows }: { openedId: string | undefined; shown: string; rows: unknown },
): void {
  const last = useRef<{ id: string; shown: string }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row can return whenever the rows change
  useEffect(() => {
    if (openedId !== undefined) last.current = { id: openedId, shown }
    if (openedId !== undefined || !last.current) return
    if (last.current.shown !== shown) last.current = undefined
    // A dialog gives the focus to what is around the list if its opener has gone.
    if (!last.current || !document.activeElement?.contains(list.current)) return
    const heading = list.current?.querySelector(`#payout-${CSS.escape(last.current.id)}`)
    const row = heading?.closest<HTMLElement>('article')
    if (!row) return
    row.focus()
    last.current = undefined
  }, [list, openedId, shown, rows])
}
