import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { fileUrl } from '#client/lib/file-url.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { buttonClass, RowButton } from '#client/ui/button.tsx'
import { FileList } from '#client/ui/file-link.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { ReviewLink } from '#client/ui/id-link.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import {
  APPEAL_WORDS_MAX_LENGTH,
  type AppealOutcome,
  appealMessages,
  appealOutcomeNames,
  appealOutcomes,
} from '#shared/appeal.ts'
import type { StaffAppeal } from '#shared/appeal-schema.ts'
import { checkOutcomeLabels, checkWayLabels } from '#shared/balance-check.ts'
import { formatDollars } from '#shared/money.ts'
import styles from './appeal.module.css'
import { useAppeals } from './overdue-appeals.tsx'

type AppealsTabProps = { page: number | undefined; onPage: (page: number, replace?: boolean) => void }

/** The appeals that wait for an answer, the earliest due first. */
export function AppealsTab({ page, onPage }: AppealsTabProps) {
  const { mayReview, mayPay } = useStaffPermissions()
  if (!mayReview && !mayPay) return <StateMessage title="You can't answer appeals">Ask an owner.</StateMessage>
  return (
    <section aria-labelledby="appeals" className="stack gap-3">
      <div className="cluster baseline spread gap-3">
        <h2 id="appeals">Appeals</h2>
        <Link to="/admin" search={{}} className={buttonClass('quiet', 'small')}>
          All submissions
        </Link>
      </div>
      <Appeals page={page} onPage={onPage} />
    </section>
  )
}

function Appeals({ page, onPage }: AppealsTabProps) {
  return (
    <ListPage
      query={useAppeals(page)}
      what="appeals"
      headingLevel={3}
      onPage={onPage}
      empty={
        <StateMessage title="No appeal waits for an answer." headingLevel={3}>
          Sellers appeal a rejection or a claw back on the page of their order.
        </StateMessage>
      }
    >
      {(appeals) => (
        <div>
          {appeals.map((appeal) => (
            <AppealView key={appeal.id} appeal={appeal} />
          ))}
        </div>
      )}
    </ListPage>
  )
}

function AppealView({ appeal }: { appeal: StaffAppeal }) {
  const { id, submissionId, cardType, cardValue, payoutAmount, against, openedAt, dueAt, isLate, mayAnswer } = appeal
  const [answering, setAnswering] = useState<AppealOutcome>()
  return (
    <article className="stack gap-3 pad-block-4 line-top" aria-labelledby={`appeal-${id}`}>
      <div className="cluster baseline spread gap-3 row-gap-1">
        <h3 id={`appeal-${id}`} className="text-base">
          {cardType}, {formatDollars(cardValue)} <ReviewLink id={submissionId} />
        </h3>
        {isLate ? <Tag tone="bad">Overdue</Tag> : <Tag tone="warn">Open</Tag>}
      </div>
      <p>
        Appealed <Time at={openedAt} />, answer promised by <Time at={dueAt} />. Payout of the order:{' '}
        {formatDollars(payoutAmount)}.
      </p>
      <div className={styles.sides}>
        <Decision appeal={appeal} />
        <Evidence appeal={appeal} />
        <Words appeal={appeal} />
      </div>
      <div className="cluster stretch gap-2 row-gap-1">
        {appealOutcomes.map((outcome) => (
          <RowButton
            of={submissionId}
            key={outcome}
            variant={outcome === 'right' ? 'primary' : 'secondary'}
            disabledReason={mayAnswer ? undefined : appealMessages.freshEyes}
            onClick={() => setAnswering(outcome)}
          >
            {appealOutcomeNames[outcome]}...
          </RowButton>
        ))}
      </div>
      {!mayAnswer && <p className="muted">{appealMessages.freshEyes}</p>}
      {answering && <AnswerDialog appeal={appeal} outcome={answering} onClose={() => setAnswering(undefined)} />}
      {against === 'claw-back' && <p className="muted">The appeal is against what the seller has to repay.</p>}
    </article>
  )
}

function Decision({ appeal: { against, decision, owed, repaid } }: { appeal: StaffAppeal }) {
  return (
    <div className="stack gap-2 shrinks">
      <h4>The decision</h4>
      <p>
        {against === 'rejection' ? 'Rejected' : 'Clawed back'} by {decision.by}, <Time at={decision.at} />
      </p>
      <p className="quotation">{decision.reason ?? 'No reason was given.'}</p>
      {owed !== undefined && (
        <p>
          To repay: {formatDollars(owed)}. Repaid so far: {formatDollars(repaid ?? 0)}.
        </p>
      )}
    </div>
  )
}

function Evidence({ appeal: { checks, evidence } }: { appeal: StaffAppeal }) {
  return (
    <div className="stack gap-2 shrinks">
      <h4>The evidence</h4>
      {checks.length === 0 && evidence.length === 0 && <p className="muted">None.</p>}
      {checks.length > 0 && (
        <ul className="plain stack gap-2">
          {checks.map(({ id, outcome, how, balance, by, at, fileId }) => (
            <li key={id}>
              {checkOutcomeLabels[outcome]}
              {balance !== undefined && `: ${formatDollars(balance)}`}, checked {checkWayLabels[how]} by {by},{' '}
              <Time at={at} /> {fileId !== undefined && <NewTabLink href={fileUrl(fileId)}>Picture</NewTabLink>}
            </li>
          ))}
        </ul>
      )}
      <FileList files={evidence} label="Pictures of the problem" />
    </div>
  )
}

function Words({ appeal: { words, files } }: { appeal: StaffAppeal }) {
  return (
    <div className="stack gap-2 shrinks">
      <h4>What the seller says</h4>
      <p className="quotation">{words}</p>
      <FileList files={files} label="Pictures of the seller" />
    </div>
  )
}

type AnswerDialogProps = { appeal: StaffAppeal; outcome: AppealOutcome; onClose: () => void }

function AnswerDialog({ appeal, outcome, onClose }: AnswerDialogProps) {
  const { id: appealId, submissionId } = appeal
  const form = useForm({ words: '' }, undefined, { required: { words: appealMessages.noAnswer } })
  const [requestKey] = useState(newRequestKey)
  const decide = trpc.admin.decideAppeal.useMutation(
    useCall({
      form,
      toast: { title: 'Appeal answered', description: 'The seller gets an email.', tone: 'success' },
      onDone: onClose,
    }),
  )
  return (
    <FormDialog
      size="medium"
      title={appealOutcomeNames[outcome]}
      of={submissionId}
      action="Send the answer"
      pendingAction="Sending..."
      form={form}
      call={decide}
      onSubmit={({ words }) => decide.mutate({ appealId, outcome, words, requestKey })}
      onClose={onClose}
    >
      <p>{consequenceOf(appeal, outcome)}</p>
      <TextArea
        {...form.bind('words')}
        label="Your answer (the seller reads it)"
        rows={4}
        maxLength={APPEAL_WORDS_MAX_LENGTH}
        required
      />
    </FormDialog>
  )
}

function consequenceOf({ against, repaid = 0 }: StaffAppeal, outcome: AppealOutcome) {
  if (outcome === 'stands') return 'Nothing else changes. The seller cannot appeal this decision again.'
  if (against === 'rejection')
    return 'The order is checked again at its old rate. We erased the code, so the seller is asked for it.'
  const waived = 'The seller owes nothing for this order; the loss stays with us.'
  return repaid > 0 ? `${waived} The ${formatDollars(repaid)} that they have repaid becomes a payout to them.` : waived
}
