import type { ReactNode } from 'react'
import type { ProblemFilter } from '#shared/problem.ts'

type ShownProblems = { state: ProblemFilter; page?: number }

/** Renders the problems of paid cards, which belong to another feature. */
export type RenderProblems = (
  list: Pick<ShownProblems, 'state'> & {
    page: number | undefined
    counts: { open: number; owed: number } | undefined
    onShow: (shown: ShownProblems, replace?: boolean) => void
  },
) => ReactNode

export type RenderReport = (order: { submissionId: string; onClose: () => void }) => ReactNode

export type ProblemForms = { renderProblems: RenderProblems; renderReport: RenderReport }
