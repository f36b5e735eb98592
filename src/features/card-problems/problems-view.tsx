import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { useUndoStack } from '#client/lib/use-undo-stack.ts'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { UndoBar } from '#client/ui/undo-bar.tsx'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { ProblemFilter } from '#shared/problem.ts'
import { ProblemView, useProblemSignals } from './problem-view.tsx'

const choices: readonly { value: ProblemFilter; name: string }[] = [
  { value: 'open', name: 'To decide' },
  { value: 'owed', name: 'To repay' },
  { value: 'all', name: 'All problems' },
]

const emptyTitles: Readonly<Record<ProblemFilter, string>> = {
  open: 'No problem has to be decided.',
  owed: 'No seller has anything to repay.',
  all: 'No problem was reported yet.',
}

type ProblemsViewProps = {
  state: ProblemFilter
  page: number | undefined
  counts: { open: number; owed: number } | undefined
  onShow: (shown: { state: ProblemFilter; page?: number }, replace?: boolean) => void
}

export function ProblemsView({ state, page = 1, counts, onShow }: ProblemsViewProps) {
  const undo = useUndoStack()
  const input = { state, page, limit: PAYOUTS_PER_PAGE }
  const query = trpc.admin.problems.list.useQuery(input, { placeholderData: keepPreviousData })
  useProblemSignals(true)
  return (
    <section aria-label="Problems" className="stack gap-3">
      <ChoiceButtons
        label="Problems"
        choices={choices.map((each) => ({ ...each, count: each.value === 'all' ? undefined : counts?.[each.value] }))}
        chosen={state}
        onChoose={(next) => onShow({ state: next })}
      />
      <ListPage
        query={query}
        what="problems"
        onPage={(next, replace) => onShow({ state, page: next }, replace)}
        empty={
          <StateMessage title={emptyTitles[state]} headingLevel={3}>
            A problem is reported on the page of a paid order.
          </StateMessage>
        }
      >
        {(problems) => (
          <div>
            {problems.map((problem) => (
              <ProblemView key={problem.id} problem={problem} onUndoable={undo.add} hasOrder />
            ))}
          </div>
        )}
      </ListPage>
      <UndoBar undo={undo} />
    </section>
  )
}
