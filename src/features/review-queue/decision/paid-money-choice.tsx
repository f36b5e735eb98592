import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { formatDollars } from '#shared/money.ts'
import { paidMoney, paidMoneyNames, paidMoneyTexts, payoutMessages } from '#shared/payout.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { asksMoney, type Draft } from './draft.ts'

type Props = { submission: Submission; draft: Draft; onChange: (draft: Draft) => void }

export function PaidMoneyChoice({ submission, draft, onChange }: Props) {
  const { mayPay } = useStaffPermissions()
  if (!asksMoney(draft, submission)) return null
  const choices = mayPay ? paidMoney : paidMoney.slice(0, 1)
  return (
    <div className="stack gap-1">
      <p className="strong">{formatDollars(submission.payoutAmount)} was paid for this order. What became of it?</p>
      <ChoiceButtons
        label="What became of the money"
        choices={choices.map((value) => ({ value, name: paidMoneyNames[value] }))}
        chosen={draft.money}
        onChoose={(money) => onChange({ ...draft, money })}
      />
      {draft.money && (
        <p className="muted">
          {paidMoneyNames[draft.money]}: {paidMoneyTexts[draft.money]}.
          {draft.money !== 'sent' && " This can't be undone."}
        </p>
      )}
      {!mayPay && <p className="muted">{payoutMessages.onlyPayReturns}</p>}
    </div>
  )
}
