import { fileUrl } from '#client/lib/file-url.ts'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { Time } from '#client/ui/time.tsx'
import { checkOutcomeLabels, checkWayLabels } from '#shared/balance-check.ts'
import type { ShownEvidence } from '#shared/balance-check-schema.ts'
import { formatDollars } from '#shared/money.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import styles from './evidence-section.module.css'

export function EvidenceSection({ transaction }: { transaction: TransactionDetail }) {
  const { evidence = [], evidenceDueAt, reasonCode } = transaction
  if (evidence.length === 0 && evidenceDueAt === undefined) return null
  return (
    <section aria-labelledby="evidence" className="stack gap-3">
      <h2 id="evidence">What we saw</h2>
      {evidence.map((each) => (
        <Check key={each.at} evidence={each} />
      ))}
      {evidenceDueAt !== undefined && (
        <p>
          We owe you the {reasonCode === 'none' ? 'reason' : 'evidence'} for this. It follows by{' '}
          <Time at={evidenceDueAt} />.
        </p>
      )}
    </section>
  )
}

function Check({ evidence: { outcome, how, balance, fileId, at } }: { evidence: ShownEvidence }) {
  return (
    <div className="stack gap-2">
      <p>
        We checked the card {checkWayLabels[how]} on <Time at={at} />. {checkOutcomeLabels[outcome]}
        {balance !== undefined && `: ${formatDollars(balance)}`}.
      </p>
      {fileId !== undefined && (
        <>
          <img
            src={fileUrl(fileId)}
            alt="What we saw, with numbers and codes painted black"
            className={styles.picture}
          />
          <p>
            <NewTabLink href={fileUrl(fileId)}>Open the picture</NewTabLink>
          </p>
        </>
      )}
    </div>
  )
}
