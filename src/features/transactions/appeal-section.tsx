import { useState } from 'react'
import { useOrderCall } from '#client/calls/use-order-call.ts'
import { unreachable } from '#client/lib/fetch-response.ts'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { FileList } from '#client/ui/file-link.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Time } from '#client/ui/time.tsx'
import { decidedAsNames } from '#shared/appeal.ts'
import type { OrderAppeal } from '#shared/appeal-schema.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import type { OrderForms } from './order-forms.ts'
import { Actions, OrderPart } from './order-part.tsx'

type AppealSectionProps = Pick<OrderForms, 'renderAppeal'> & { transaction: TransactionDetail }

export function AppealSection({ transaction, renderAppeal }: AppealSectionProps) {
  const { id: orderId, appeal, mayAppealUntil, appealAnswerHours = 0 } = transaction
  const [isAppealing, setIsAppealing] = useState(false)
  if (mayAppealUntil === undefined && !appeal) return null
  return (
    <OrderPart id="appeal" title={mayAppealUntil === undefined ? 'Your appeal' : 'Not right?'}>
      {mayAppealUntil !== undefined && (
        <>
          <p>
            Ask another person to look. You have until <Time at={mayAppealUntil} isDay />. We answer within{' '}
            {counted(appealAnswerHours, 'hour')}.
          </p>
          <Actions>
            <Button variant="secondary" onClick={() => setIsAppealing(true)}>
              Appeal this decision
            </Button>
          </Actions>
        </>
      )}
      {mayAppealUntil === undefined && appeal && <Appeal orderId={orderId} appeal={appeal} />}
      {isAppealing && renderAppeal({ orderId, onClose: () => setIsAppealing(false) })}
    </OrderPart>
  )
}

function Appeal({ orderId, appeal }: { orderId: string; appeal: OrderAppeal }) {
  const { state, dueAt, isLate, answer, decidedAt, decidedAs } = appeal
  if (state === 'open')
    return (
      <>
        <p>
          A person who has not decided on this order looks at it by <Time at={dueAt} />.
        </p>
        {isLate && <p className="strong">This is late. The owner has been notified.</p>}
        <Words appeal={appeal} />
        <Withdraw orderId={orderId} />
      </>
    )
  if (state === 'withdrawn') return <p>You withdrew your appeal. The decision stands.</p>
  return (
    <>
      <p className="strong">
        {state === 'right' ? 'You were right, and we are sorry.' : 'We looked at your appeal. The decision stands.'}
      </p>
      {answer !== undefined && <p className="quotation">{answer}</p>}
      {decidedAs !== undefined && decidedAt !== undefined && (
        <p className="muted">
          Answered by {decidedAsNames[decidedAs]}, <Time at={decidedAt} />.
        </p>
      )}
      <Words appeal={appeal} />
    </>
  )
}

function Words({ appeal: { words, files } }: { appeal: OrderAppeal }) {
  if (words === undefined && files.length === 0) return null
  return (
    <>
      <h3>What you wrote</h3>
      {words !== undefined && <p className="quotation">{words}</p>}
      <FileList files={files} label="Pictures of your appeal" />
    </>
  )
}

function Withdraw({ orderId }: { orderId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const withdraw = trpc.appeals.withdraw.useMutation(
    useOrderCall(orderId, {
      toast: { title: 'Appeal withdrawn', description: 'The decision stands.' },
      onDone: () => setIsAsking(false),
    }),
  )
  return (
    <>
      <Actions>
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          Withdraw this appeal
        </Button>
      </Actions>
      {isAsking && (
        <ConfirmDialog
          title="Withdraw this appeal?"
          action="Withdraw the appeal"
          pendingAction="Withdrawing..."
          call={withdraw}
          unreached={unreachable}
          onConfirm={() => withdraw.mutate({ orderId })}
          onClose={() => setIsAsking(false)}
        >
          <p>The decision stands then, and you can't appeal it again.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
