import { type CallError, callProblem } from './call-problem.ts'
import { Notice } from './notice.tsx'

/** Says why a call failed; nothing without an error. */
export function CallNotice({ error, unreached }: { error: CallError | null | undefined; unreached?: string }) {
  if (!error) return null
  const { title, message } = callProblem(error, undefined, unreached)
  return (
    <Notice tone="bad" role="alert" title={title}>
      {message}
    </Notice>
  )
}
