import { useRef, useState } from 'react'
import { formatDate } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { FailedNotice, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { SecondFactorState } from '#shared/second-factor-schema.ts'
import { EnrolSecondFactor } from './enrol-second-factor.tsx'
import styles from './my-account.module.css'
import { RenewCodesForm } from './renew-codes-form.tsx'
import { TurnOffForm } from './turn-off-form.tsx'

type Doing = 'nothing' | 'turning on' | 'turning off' | 'renewing'

/** State of the staff member's second factor, with the forms to set it up, renew its codes and turn it off. */
export function SecondFactorSection() {
  const [doing, setDoing] = useState<Doing>('nothing')
  const heading = useRef<HTMLHeadingElement>(null)
  const utils = trpc.useUtils()
  const toast = useToast()
  const query = trpc.admin.me.secondFactor.useQuery(undefined, { staleTime: 0 })

  // The clicked button is unmounted with its form, so the focus moves to the heading.
  const close = () => {
    setDoing('nothing')
    heading.current?.focus()
  }
  const finish = (title: string) => {
    toast({ title })
    close()
    void utils.admin.me.secondFactor.invalidate()
    // Where a second factor is required, turning it off restricts the session.
    void utils.account.session.invalidate()
  }

  return (
    <section aria-labelledby="second-factor">
      <h3 ref={heading} id="second-factor" className={styles.heading} tabIndex={-1}>
        Second factor
      </h3>
      <QueryState
        query={query}
        loading={<Skeleton lines={2} label="Loading second factor..." />}
        failed={({ retry }) => <FailedNotice title="Your second factor could not be read" retry={retry} />}
      >
        {(state) => doing === 'nothing' && <FactorState state={state} onDo={setDoing} />}
      </QueryState>
      {doing === 'turning on' && (
        <EnrolSecondFactor headingLevel={4} onDone={() => finish('Second factor turned on')} onCancel={close} />
      )}
      {doing === 'turning off' && <TurnOffForm onDone={() => finish('Second factor turned off')} onCancel={close} />}
      {doing === 'renewing' && <RenewCodesForm onDone={() => finish('Recovery codes replaced')} onCancel={close} />}
    </section>
  )
}

const FEW_CODES = 3

function FactorState({ state, onDo }: { state: SecondFactorState; onDo: (doing: Doing) => void }) {
  const { since, recoveryCodesLeft: left } = state
  if (since === null)
    return (
      <>
        <p className={styles.lead}>
          A code of an app on your phone, asked for after the password. Whoever learns your password cannot sign in
          without it.
        </p>
        <Button variant="secondary" onClick={() => onDo('turning on')}>
          Set Up
        </Button>
      </>
    )
  return (
    <>
      <p className={styles.state}>
        <Tag tone="ok">On</Tag>
        <span>since {formatDate(since)}</span>
        <span className={left <= FEW_CODES ? styles.few : undefined}>
          {left} {left === 1 ? 'recovery code' : 'recovery codes'} left
        </span>
      </p>
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" onClick={() => onDo('renewing')}>
          New Recovery Codes
        </Button>
        <Button variant="quiet" size="small" onClick={() => onDo('turning off')}>
          Turn Off
        </Button>
      </div>
    </>
  )
}
