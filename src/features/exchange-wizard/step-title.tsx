import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import styles from './wizard.module.css'

/** True once the person has moved between steps: from then on a new step takes the focus. */
export const StepFocusContext = createContext(false)

/** The heading of a step. The page scrolls to the top and the focus goes to it when the step opens. */
export function StepTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocus = useContext(StepFocusContext)

  // The page's scroll and focus belong to the document; only the opening counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that is already open keeps its place
  useEffect(() => {
    if (!takesFocus) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={styles.title}>
      <h2 ref={heading} tabIndex={-1}>
        {children}
      </h2>
      {lead && <p className="muted">{lead}</p>}
    </div>
  )
}
