import { useCall } from '#client/calls/use-call.ts'
import { shownBrands, useCatalogue } from '#client/lib/catalogue.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Facts } from '#client/ui/facts.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { type Brand, nearestRate } from '#shared/brand.ts'
import { REQUEST_WORDS_MAX_LENGTH, requestMessages } from '#shared/information-request.ts'
import { formatCents, formatDollars, formatRate, fractionFromBps, payoutCents, roundedCents } from '#shared/money.ts'
import type { Decided, OfferCheck } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'

type Props = { submission: Submission; check: OfferCheck; onMade: (made: Decided) => void; onClose: () => void }

/** The payout is computed and never typed. */
export function OfferDialog({ submission, check, onMade, onClose }: Props) {
  const brands = shownBrands(useCatalogue())
  const isSameValue = check.balance === submission.cardValue
  const form = useForm({ cardBrand: submission.cardBrand, words: '' }, ({ cardBrand }) =>
    isSameValue && cardBrand === submission.cardBrand
      ? { message: requestMessages.sameTerms, field: 'cardBrand' }
      : undefined,
  )
  const { cardBrand, words } = form.values
  const brand = brands.find(({ slug }) => slug === cardBrand)
  const offer = offerOf(submission, check, brand)
  const { mutate, isPending } = trpc.admin.requests.offer.useMutation(useCall({ form, onDone: onMade }))
  return (
    <FormDialog
      size="medium"
      title="Make an offer"
      of={submission.id}
      action={offer ? `Offer ${formatCents(offer.payout)}` : 'Make the offer'}
      pendingAction="Sending..."
      disabledReason={offer ? undefined : 'We do not buy this brand at this value'}
      form={form}
      isPending={isPending}
      onSubmit={(values) =>
        mutate({
          submissionId: submission.id,
          version: submission.version,
          checkId: check.id,
          ...(values.cardBrand !== submission.cardBrand && { cardBrand: values.cardBrand }),
          words: values.words.trim() || undefined,
          undoable: true,
        })
      }
      onClose={onClose}
    >
      <Facts
        className="facts stack gap-2"
        facts={[
          ['The seller typed', `${submission.cardType}, ${formatDollars(submission.cardValue)}`],
          ['The balance check found', formatDollars(check.balance)],
        ]}
      />
      <SelectField
        {...form.bind('cardBrand')}
        label="Brand of the card"
        options={brands.map(({ slug, name }) => ({ value: slug, name }))}
      />
      <TextArea
        {...form.bind('words')}
        label="Message to the seller"
        optional
        rows={3}
        maxLength={REQUEST_WORDS_MAX_LENGTH}
      />
      {offer && (
        <section aria-label="The seller will read" className="stack gap-2">
          <h3>The seller will read</h3>
          {words.trim() && <p className="quotation">{words}</p>}
          <p className="strong">
            Our offer: {formatCents(offer.payout)} ({formatRate(fractionFromBps(offer.rateBps))} of{' '}
            {formatCents(offer.value)})
          </p>
          {brand && offer.value < brand.minCents && (
            <p className="muted">This is below the least value that we buy of this brand.</p>
          )}
        </section>
      )}
    </FormDialog>
  )
}

/** In cents, as the server computes them; undefined for a brand that is not bought at this value. */
function offerOf(submission: Submission, check: OfferCheck, brand: Brand | undefined) {
  const value = roundedCents(check.balance)
  const isSameBrand = brand === undefined || brand.slug === submission.cardBrand
  const rateBps = isSameBrand ? Math.round(check.exchangeRate * 10_000) : nearestRate(brand, value)
  return rateBps === undefined ? undefined : { value, rateBps, payout: payoutCents(value, rateBps) }
}
