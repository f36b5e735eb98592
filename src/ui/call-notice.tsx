import { type CallError, callProblem, type Failed } from './call-problem.ts'
import { Notice } from './notice.tsx'

type CallNoticeProps = {
  error: CallError | null | undefined
  failed?: Failed
  unreached?: string
}

/** Says why a call failed; nothing without an error. */
export function CallNotice({ error, failed, unreached }: CallNoticeProps) {
  if (!error) return null
  const { title, message } = callProblem(error, failed, unreached)
  return (
    <Notice tone="bad" role="alert" title={title}>
      {message}
    </Notice>
  )
}
