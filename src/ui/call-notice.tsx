import { type CallError, callProblem } from './call-problem.ts'
import { ProblemNotice } from './notice.tsx'

/** Says why a call failed; nothing without an error. */
export function CallNotice({ error, unreached }: { error: CallError | null | undefined; unreached?: string }) {
  return error && <ProblemNotice {...callProblem(error, undefined, unreached)} />
}
