import { type ReactNode, type Ref, useId } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { bankWarning, paymentTypeInfo, paymentTypes } from '#shared/payment-method.ts'
import { payoutType } from './payout-choice.ts'
import styles from './payout-methods.module.css'
import panes from './wizard.module.css'
import type { PayoutChoice } from './wizard-state.ts'

type PayoutMethodsProps = {
  ref?: Ref<HTMLFieldSetElement>
  signedIn: boolean
  payout: PayoutChoice | undefined
  onChoose: (payout: PayoutChoice) => void
}

/** Where the money can go: this person's saved methods first, then every kind of method with its timing. */
export function PayoutMethods({ ref, signedIn, payout, onChoose }: PayoutMethodsProps) {
  const { data: saved = [], isLoading } = trpc.account.paymentMethods.useQuery(undefined, { enabled: signedIn })
  return (
    <fieldset ref={ref} className={panes.group}>
      <legend className={styles.question}>How do you want to be paid?</legend>
      {isLoading && <Skeleton lines={1} height="3rem" label="Loading saved payment methods..." />}
      {saved.length > 0 && (
        <MethodGroup title="Saved payment methods">
          {saved.map((method) => (
            <Method
              key={method.id}
              name={method.label}
              timing={paymentTypeInfo[method.type].timing}
              checked={payout?.kind === 'saved' && payout.method.id === method.id}
              onChoose={() => onChoose({ kind: 'saved', method })}
            />
          ))}
        </MethodGroup>
      )}
      <MethodGroup title={saved.length > 0 ? 'New payment method' : undefined}>
        {paymentTypes.map((type) => (
          <Method
            key={type}
            name={paymentTypeInfo[type].name}
            timing={paymentTypeInfo[type].timing}
            checked={payout?.kind === 'new' && payout.type === type}
            onChoose={() => onChoose({ kind: 'new', type })}
          />
        ))}
      </MethodGroup>
      {payout && payoutType(payout) === 'bank' && (
        <Notice tone="warn" role="status">
          {bankWarning}
        </Notice>
      )}
    </fieldset>
  )
}

/** Without a title when it is the only group: the question above says it all. */
function MethodGroup({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.group}>
      {title && (
        <h3 id={id} className={styles.groupTitle}>
          {title}
        </h3>
      )}
      <ul className={styles.methods} aria-labelledby={title && id}>
        {children}
      </ul>
    </div>
  )
}

type MethodProps = { name: string; timing: string; checked: boolean; onChoose: () => void }

function Method({ name, timing, checked, onChoose }: MethodProps) {
  return (
    <li>
      <label className={styles.method}>
        <input type="radio" name="payout" checked={checked} onChange={onChoose} />
        <span className={styles.name}>{name}</span>
        <span className={styles.timing}>{timing}</span>
      </label>
    </li>
  )
}
