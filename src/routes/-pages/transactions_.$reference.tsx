import { useParams } from '@tanstack/react-router'
import { usePhotoDraft } from '#client/features/exchange-wizard/use-photo-draft.ts'
import { TransactionPage } from '#client/features/transactions/transaction-page.tsx'
import { AccessRestricted } from '#client/layout/access-restricted.tsx'
import { useLostSession } from '#client/lib/expired-session.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSession } from '#client/lib/session.ts'
import { DialogFailed, PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'

/** The form that sends what is missing of an order. Few orders need it. */
const Answer = lazyPart(
  () => import('#client/features/exchange-wizard/answer-form.tsx'),
  'AnswerForm',
  PartFailed,
  <Skeleton lines={4} height="4rem" />,
)

const ChangePayout = lazyPart(
  () => import('#client/features/account/change-payout-dialog.tsx'),
  'ChangePayoutDialog',
  DialogFailed,
)

const ReplacePhoto = lazyPart(
  () => import('#client/features/exchange-wizard/replace-photo-dialog.tsx'),
  'ReplacePhotoDialog',
  DialogFailed,
)

const Appeal = lazyPart(
  () => import('#client/features/exchange-wizard/appeal-dialog.tsx'),
  'AppealDialog',
  DialogFailed,
)

export function TransactionRoute() {
  const { reference } = useParams({ from: '/transactions_/$reference' })
  const { customer, isLoading } = useSession()
  const lost = useLostSession()?.customer
  // Photos for an order survive a lost session, but no other customer gets them.
  const ownerId = (customer ?? lost)?.id
  return <Transaction key={`${ownerId} ${reference}`} {...{ reference, customer, isLoading }} />
}

type TransactionProps = { reference: string; customer: CustomerProfile | null; isLoading: boolean }

function Transaction({ reference, customer, isLoading }: TransactionProps) {
  const draft = usePhotoDraft({ isSignedOut: !customer })
  if (!customer && !isLoading) return <AccessRestricted reference={reference} />
  return (
    <TransactionPage
      reference={reference}
      customerName={customer?.name}
      renderAnswer={(lacking) => <Answer {...lacking} draft={draft} />}
      renderChangePayout={(order) => <ChangePayout {...order} />}
      renderAppeal={(order) => <Appeal {...order} isSignedOut={!customer} />}
      renderReplacePhoto={(photo) => <ReplacePhoto {...photo} isSignedOut={!customer} />}
    />
  )
}
