import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CallButton, SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Countdown } from '#client/ui/countdown.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import type { StaffRequest } from '#shared/case-schema.ts'
import {
  MAX_OFFERS,
  REQUEST_WORDS_MAX_LENGTH,
  type RequestState,
  requestMessages,
  type WantedItem,
  wantedItems,
  wantedNames,
} from '#shared/information-request.ts'
import { formatDollars } from '#shared/money.ts'
import { needsDecision } from '#shared/queue.ts'
import type { Decided, Review } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { useWorkspace } from '../review/use-review-workspace.ts'
import { OfferDialog } from './offer-dialog.tsx'

export function RequestTools({ submission, review }: { submission: Submission; review: Review }) {
  const { undo, decisions } = useWorkspace()
  const [dialog, setDialog] = useState<'request' | 'offer'>()
  const { requests, offerCheck } = review
  const open = requests.find(({ state }) => state === 'open')
  const closed = requests.filter(({ state }) => state !== 'open')
  const isOpenOrder = submission.status === 'pending' || submission.status === 'processing'
  if (requests.length === 0 && !(isOpenOrder && needsDecision(submission))) return null

  function made(message: string, { id, version }: Decided) {
    setDialog(undefined)
    undo.add({ items: [{ submissionId: id, version }], message })
    void decisions.readAgain(id)
  }
  return (
    <section aria-label="Requests to the seller" className="stack gap-2">
      {open && <OpenRequest submission={submission} request={open} />}
      {closed.map((request) => (
        <p key={request.id} className="text-sm">
          {nameOf(request)}: {endNames[request.state]}
          {request.closedAt && (
            <>
              , <Time at={request.closedAt} />
            </>
          )}
        </p>
      ))}
      {!open && needsDecision(submission) && (
        <div className="cluster gap-2">
          <SmallButton aria-keyshortcuts="q" onClick={() => setDialog('request')}>
            Request information <KeyCap>Q</KeyCap>
          </SmallButton>
          <SmallButton aria-keyshortcuts="o" disabledReason={whyNoOffer(review)} onClick={() => setDialog('offer')}>
            Make an offer <KeyCap>O</KeyCap>
          </SmallButton>
        </div>
      )}
      {dialog === 'request' && (
        <RequestDialog
          submission={submission}
          onMade={(now) => made(`${now.cardType}: information requested.`, now)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'offer' && offerCheck && (
        <OfferDialog
          submission={submission}
          check={offerCheck}
          onMade={(now) => made(`${now.cardType}: offer made.`, now)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  )
}

function whyNoOffer({ requests, offerCheck }: Review) {
  if (requests.filter(({ type }) => type === 'offer').length >= MAX_OFFERS) return requestMessages.tooManyOffers
  return offerCheck ? undefined : requestMessages.noCheck
}

const endNames: Readonly<Record<RequestState, string>> = {
  open: 'open',
  answered: 'answered',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'not answered in time',
  withdrawn: 'withdrawn',
}

/** 'Offer of $57.41', 'Request for a photo of the back, the security code or PIN'. */
function nameOf({ offer, wants = [] }: StaffRequest) {
  if (offer) return `Offer of ${formatDollars(offer.payoutAmount)}`
  return `Request for ${wants.map((item) => wantedNames[item].toLowerCase()).join(', ')}`
}

function OpenRequest({ submission, request }: { submission: Submission; request: StaffRequest }) {
  const { decisions } = useWorkspace()
  const withdraw = trpc.admin.requests.withdraw.useMutation({
    onSettled: () => void decisions.readAgain(submission.id),
  })
  return (
    <Notice tone="info" title={nameOf(request)}>
      <div className="stack start gap-2">
        {request.words !== undefined && <p className="quotation">{request.words}</p>}
        <p>
          <Countdown
            until={request.dueAt}
            text={({ left, end }) => `The seller has ${left}, until ${end}.`}
            ended="The time of the seller is over."
          />
        </p>
        {withdraw.error && <p className="bad">{withdraw.error.message}</p>}
        <CallButton call={withdraw} input={{ submissionId: submission.id }}>
          Withdraw
        </CallButton>
      </div>
    </Notice>
  )
}

type RequestDialogProps = { submission: Submission; onMade: (made: Decided) => void; onClose: () => void }

function RequestDialog({ submission, onMade, onClose }: RequestDialogProps) {
  const form = useForm<{ wants: readonly WantedItem[]; words: string }>({ wants: [], words: '' }, ({ wants }) =>
    wants.length === 0 ? { message: requestMessages.chooseWants, field: 'wants' } : undefined,
  )
  const { wants, words } = form.values
  const { mutate, isPending } = trpc.admin.requests.make.useMutation(useCall({ form, onDone: onMade }))
  const toggle = (item: WantedItem, isOn: boolean) =>
    form.change({ wants: wantedItems.filter((each) => (each === item ? isOn : wants.includes(each))) })
  const error = form.errorAt('wants')
  return (
    <FormDialog
      size="medium"
      title="Request information"
      of={submission.id}
      action="Send the request"
      pendingAction="Sending..."
      form={form}
      isPending={isPending}
      onSubmit={(values) =>
        mutate({
          submissionId: submission.id,
          version: submission.version,
          wants: [...values.wants],
          words: values.words.trim() || undefined,
          undoable: true,
        })
      }
      onClose={onClose}
    >
      <fieldset className="stack gap-1" data-field="wants" tabIndex={-1}>
        <legend className="strong">What you need</legend>
        {wantedItems.map((item, at) => (
          <Checkbox
            key={item}
            label={wantedNames[item]}
            checked={wants.includes(item)}
            onCheckedChange={(isOn) => toggle(item, isOn)}
            {...(at === 0 && error !== undefined && { error })}
          />
        ))}
      </fieldset>
      <TextArea
        {...form.bind('words')}
        label="Message to the seller"
        optional
        rows={3}
        maxLength={REQUEST_WORDS_MAX_LENGTH}
      />
      <section aria-label="The seller will read" className="stack gap-2">
        <h3>The seller will read</h3>
        <p className="strong">We need something from you</p>
        {words.trim() && <p className="quotation">{words}</p>}
        {wants.length === 0 ? (
          <p className="muted">Nothing is chosen yet.</p>
        ) : (
          <ul>
            {wants.map((item) => (
              <li key={item}>{wantedNames[item]}</li>
            ))}
          </ul>
        )}
      </section>
    </FormDialog>
  )
}
