import type { MouseEvent, Ref } from 'react'
import styles from './error-summary.module.css'

export type FieldProblem = { field: string; message: string }

type ErrorSummaryProps = {
  ref?: Ref<HTMLDivElement>
  problems: readonly FieldProblem[]
  onGoTo: (field: string) => void
}

export function ErrorSummary({ ref, problems, onGoTo }: ErrorSummaryProps) {
  const goTo = (field: string) => (event: MouseEvent) => {
    event.preventDefault()
    onGoTo(field)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the links as a form field
    <div ref={ref} className={`pad-4 ${styles.box}`} role="group" aria-label="There is a problem" tabIndex={-1}>
      <p className="strong">There is a problem</p>
      <ul className="plain margin-top-1">
        {problems.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`} onClick={goTo(field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
