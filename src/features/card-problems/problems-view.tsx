import { useUndoStack } from '#client/lib/use-undo-stack.ts'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { UndoBar } from '#client/ui/undo-bar.tsx'
import type { ProblemFilter } from '#shared/problem.ts'
import { ProblemView } from './problem-view.tsx'
import { useProblemSignals, useProblems } from './use-problems.ts'

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

export function ProblemsView({ state, page, counts, onShow }: ProblemsViewProps) {
  const undo = useUndoStack()
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
        query={useProblems(state, page)}
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
