import { type ReactNode, type Ref, useId } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { bankWarning, paymentTypeInfo } from '#shared/payment-method.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-type.ts'
import { payoutType } from './payout-choice.ts'
import styles from './payout-methods.module.css'
import type { PayoutChoice } from './wizard-state.ts'

type PayoutMethodsProps = {
  ref?: Ref<HTMLFieldSetElement>
  signedIn: boolean
  payout: PayoutChoice | undefined
  onChoose: (payout: PayoutChoice) => void
}

const speeds = [
  { title: 'Within an hour', types: paymentTypes.filter((type) => type !== 'bank') },
  { title: 'Up to 2 business days', types: ['bank'] as const },
]

export function PayoutMethods({ ref, signedIn, payout, onChoose }: PayoutMethodsProps) {
  const { data: saved = [], isLoading } = trpc.account.paymentMethods.useQuery(undefined, { enabled: signedIn })
  return (
    <fieldset ref={ref}>
      <legend className="text-lg">How do you want to be paid?</legend>
      {/* The saved ones are first: no method may move below a pointer. */}
      {isLoading && <Skeleton lines={4} height="3rem" label="Loading payment methods..." />}
      {saved.length > 0 && (
        <MethodGroup title="Saved payment methods">
          {saved.map((method, at) => (
            <Method
              key={method.id}
              type={method.type}
              name={method.label}
              isLastUsed={at === 0 && method.lastUsedAt !== null}
              timing={paymentTypeInfo[method.type].timing}
              checked={payout?.kind === 'saved' && payout.method.id === method.id}
              onChoose={() => onChoose({ kind: 'saved', method })}
            />
          ))}
        </MethodGroup>
      )}
      {!isLoading &&
        speeds.map(({ title, types }) => (
          <MethodGroup key={title} title={title}>
            {types.map((type) => (
              <Method
                key={type}
                type={type}
                name={paymentTypeInfo[type].name}
                checked={payout?.kind === 'new' && payout.type === type}
                onChoose={() => onChoose({ kind: 'new', type })}
              />
            ))}
          </MethodGroup>
        ))}
      {payout && payoutType(payout) === 'bank' && (
        <Notice tone="warn" role="status">
          {bankWarning}
        </Notice>
      )}
    </fieldset>
  )
}

function MethodGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.group}>
      <h3 id={id} className={`muted text-sm strong ${styles.groupTitle}`}>
        {title}
      </h3>
      <ul className={`plain margin-top-2 line-top ${styles.methods}`} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

type MethodProps = {
  type: PaymentType
  name: string
  isLastUsed?: boolean
  /** Only where the title of the group does not say it. */
  timing?: string
  checked: boolean
  onChoose: () => void
}

function Method({ type, name, isLastUsed = false, timing, checked, onChoose }: MethodProps) {
  return (
    <li>
      <label className={`cluster gap-3 row-gap-0 hover-sunken line-bottom ${styles.method}`}>
        <input type="radio" name="payout" checked={checked} onChange={onChoose} />
        <Mark type={type} />
        <span className={`shrinks strong breaks ${styles.name}`}>
          <AddressText>{name}</AddressText>
          {isLastUsed && ' '}
          {isLastUsed && <span className={`text-sm brand nowrap ${styles.lastUsed}`}>Last used</span>}
        </span>
        {timing && <span className={`muted ${styles.timing}`}>{timing}</span>}
      </label>
    </li>
  )
}

/** Payment services without a mark in the icon set. */
const monograms: Partial<Record<PaymentType, string>> = { chime: 'C', greendot: 'G' }

function Mark({ type }: { type: PaymentType }) {
  return (
    <span className={`rigid centred ${styles.mark}`} aria-hidden="true">
      {monograms[type] ?? (
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <use href={withBase(`/payment-marks.svg#${type}`)} />
        </svg>
      )}
    </span>
  )
}
