import { Notice } from '#client/ui/notice.tsx'
import type { FormProblem } from './account-failure.ts'

/** A problem that belongs to no field, above its form; nothing when there is none. */
export function FormNotice({ problem }: { problem: FormProblem | undefined }) {
  if (!problem) return null
  return (
    <Notice tone="bad" role="alert" title={problem.title}>
      {problem.message}
    </Notice>
  )
}
