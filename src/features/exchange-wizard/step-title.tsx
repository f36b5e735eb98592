import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useDropErrorToast } from '#client/ui/toast.tsx'
import styles from './wizard.module.css'

const PREFIX = 'Error: '

/** True after the first change of steps: from then on a new step takes the focus. */
export const StepFocusContext = createContext(false)

/** The heading of a step. When the step opens, the page scrolls to the top and the heading gets the focus. */
export function StepTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocus = useContext(StepFocusContext)
  const dropErrorToast = useDropErrorToast()

  // Errors and choices are about their step.
  useEffect(() => () => dropErrorToast(true), [dropErrorToast])

  // Moves scroll position and focus once, when the step opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that is already open keeps its place
  useEffect(() => {
    if (!takesFocus) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={`stack gap-2 ${styles.title}`}>
      <h2 ref={heading} tabIndex={-1}>
        {children}
      </h2>
      {lead && <p className="muted">{lead}</p>}
    </div>
  )
}

/** Prefixes the document title with 'Error: ', because screen readers read it first. */
export function useErrorTitle(hasProblem: boolean) {
  useEffect(() => {
    if (!hasProblem) return
    document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [hasProblem])
}
