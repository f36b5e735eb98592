import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Countdown } from '#client/ui/countdown.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Time } from '#client/ui/time.tsx'
import { MAX_OFFERS, type RequestState, requestMessages, wantedNames } from '#shared/information-request.ts'
import type { StaffRequest } from '#shared/information-request-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { needsDecision } from '#shared/queue.ts'
import type { Decided, Review } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { ReviewWorkspace } from '../review/use-review-workspace.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { RequestDialog } from './request-dialog.tsx'

type Props = { submission: Submission; review: Review; workspace: ReviewWorkspace }

export function RequestTools({ submission, review, workspace }: Props) {
  const [dialog, setDialog] = useState<'request' | 'offer'>()
  const { requests, offerCheck } = review
  const open = requests.find(({ state }) => state === 'open')
  const closed = requests.filter(({ state }) => state !== 'open')
  const isOpenOrder = submission.status === 'pending' || submission.status === 'processing'
  if (requests.length === 0 && !(isOpenOrder && needsDecision(submission))) return null

  function made(message: string, { id, version }: Decided) {
    setDialog(undefined)
    workspace.undo.add({ items: [{ submissionId: id, version }], message })
    void workspace.decisions.readAgain(id)
  }
  return (
    <section aria-label="Requests to the seller" className="stack gap-2">
      {open && <OpenRequest submission={submission} request={open} workspace={workspace} />}
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
          <Button variant="secondary" size="small" aria-keyshortcuts="q" onClick={() => setDialog('request')}>
            Request information <KeyCap>Q</KeyCap>
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-keyshortcuts="o"
            disabledReason={whyNoOffer(review)}
            onClick={() => setDialog('offer')}
          >
            Make an offer <KeyCap>O</KeyCap>
          </Button>
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

function whyNoOffer({ requests, offerCheck }: Review): string | undefined {
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
function nameOf({ offer, wants = [] }: StaffRequest): string {
  if (offer) return `Offer of ${formatDollars(offer.payoutAmount)}`
  return `Request for ${wants.map((item) => wantedNames[item].toLowerCase()).join(', ')}`
}

function OpenRequest({ submission, request, workspace }: Omit<Props, 'review'> & { request: StaffRequest }) {
  const { mutate, isPending, error } = trpc.admin.requests.withdraw.useMutation({
    onSettled: () => void workspace.decisions.readAgain(submission.id),
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
        {error && <p className="bad">{error.message}</p>}
        <Button
          variant="secondary"
          size="small"
          busy={isPending}
          onClick={() => mutate({ submissionId: submission.id })}
        >
          Withdraw
        </Button>
      </div>
    </Notice>
  )
}
