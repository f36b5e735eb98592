import { useCallback, useRef, useState } from 'react'
import { UNDO_MS } from '#shared/review.ts'
import type { ApiError } from './trpc.ts'

type UndoResult = { message: string; isBad: boolean }

export type Undoable = { message: string; about: readonly string[]; takeBack: () => Promise<UndoResult> }
type Open = Undoable & { key: number }

export type UndoStack = ReturnType<typeof useUndoStack>

/** The decisions of the last 8 seconds, newest last, with undo. Each is removed when its time is over. */
export function useUndoStack() {
  const [open, setOpen] = useState<readonly Open[]>([])
  const [result, setResult] = useState<UndoResult>()
  const [isUndoing, setIsUndoing] = useState(false)
  const lastKey = useRef(0)

  const add = useCallback((taken: Undoable) => {
    const key = ++lastKey.current
    setResult(undefined)
    setOpen((all) => [...all, { ...taken, key }])
    setTimeout(() => setOpen((all) => all.filter((each) => each.key !== key)), UNDO_MS)
  }, [])

  async function undo(taken: Open) {
    setIsUndoing(true)
    const outcome = await taken.takeBack()
    setIsUndoing(false)
    setOpen((all) => all.filter(({ key }) => key !== taken.key))
    setResult(outcome)
    // Success messages disappear; errors stay.
    if (!outcome.isBad) setTimeout(() => setResult((now) => (now === outcome ? undefined : now)), UNDO_MS)
  }

  return {
    latest: open.at(-1),
    others: Math.max(0, open.length - 1),
    result,
    isUndoing,
    add,
    undo: (taken: Open) => void undo(taken),
    forget: () => setResult(undefined),
  }
}

/** What an undo of so many decisions says, of which some were refused. */
export function undoResult(undone: number, refused: readonly ApiError[]) {
  const [first] = refused
  if (!first)
    return { message: undone === 1 ? 'Undone. No email was sent.' : `${undone} decisions undone.`, isBad: false }
  const isOurs = first.data?.code === 'conflict' || first.data?.code === 'forbidden'
  const why = isOurs ? first.message : 'The decision could not be undone.'
  return { message: undone === 0 ? why : `${undone} undone, ${refused.length} failed: ${why}`, isBad: true }
}
