import { useEffect, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { FormButtons } from '#client/ui/form-dialog.tsx'
import { FailedNotice, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isCodeLike } from '#shared/second-factor.ts'
import { CodeField } from './code-field.tsx'
import styles from './my-account.module.css'

type EnrolProps = { headingLevel: 2 | 4; onDone: () => void; onCancel?: () => void }

export function EnrolSecondFactor({ headingLevel, onDone, onCancel }: EnrolProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const { mutate: start, data, error } = trpc.admin.me.startSecondFactor.useMutation()

  // The server generates one key per mount. A key is not active until a code confirms it.
  useEffect(() => start(), [start])

  if (codes) return <RecoveryCodes codes={codes} headingLevel={headingLevel} onDone={onDone} />
  return (
    <QueryState
      query={{ data, error, refetch: start }}
      loading={<Skeleton lines={4} height="3rem" label="Creating a key..." />}
      failed={({ error, retry }) => <FailedNotice role="alert" title={error.message} retry={retry} />}
    >
      {({ key, uri }) => <ConfirmForm newKey={key} uri={uri} onConfirmed={setCodes} onCancel={onCancel} />}
    </QueryState>
  )
}

type ConfirmFormProps = {
  newKey: string
  uri: string
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onCancel: (() => void) | undefined
}

function ConfirmForm({ newKey, uri, onConfirmed, onCancel }: ConfirmFormProps) {
  const form = useForm({ code: '' }, ({ code }) =>
    isCodeLike(code) ? undefined : { message: 'Enter the 6-digit code from your app.', field: 'code' },
  )
  const confirm = trpc.admin.me.confirmSecondFactor.useMutation(
    useCall({ form, at: 'code', onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes) }),
  )

  return (
    <Form
      form={form}
      onSubmit={confirm.mutate}
      call={confirm}
      className={styles.form}
      aria-label="Set up two-step verification"
    >
      <ol className={`gap-5 ${styles.steps}`}>
        <li>
          <p>Scan this with an authenticator app on your phone.</p>
          <QrCode text={uri} label="QR code with the key for your authenticator app" />
          <p className="margin-top-3">Or enter this key in the app:</p>
          <p className="cluster gap-3 row-gap-2 breaks">
            <span className="mono" data-testid="totp-key">
              {newKey.replace(/(.{4})(?=.)/g, '$1 ')}
            </span>
            <CopyButton what="Key" text={newKey} />
          </p>
        </li>
        <li>
          <CodeField {...form.bind('code')} hint="Enter the 6 digits the app shows now." />
        </li>
      </ol>
      <FormButtons onCancel={onCancel}>Turn on</FormButtons>
    </Form>
  )
}

/** Width of the quiet zone in modules; scanners need 4 to find the code. */
const BORDER = 4

/** A QR code of `text`, dark on light in both themes, because scanners expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { border: BORDER })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: squares.join(''), size }
  }, [text])
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; headingLevel: 2 | 4; onDone: () => void }

export function RecoveryCodes({ codes, headingLevel, onDone }: RecoveryCodesProps) {
  const Heading = `h${headingLevel}` as const
  const heading = useFocusOnMount<HTMLHeadingElement>()

  return (
    <div className={`stack gap-4 ${styles.form}`}>
      <Heading ref={heading} tabIndex={-1} className={`margin-bottom-3 text-lg ${styles.heading}`}>
        Save your recovery codes
      </Heading>
      <p>
        Use a code if you lose your phone. Each works once. Print them or save them in a password manager; we won't show
        them again.
      </p>
      <ul className={`plain pad-4 ${styles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div className="cluster gap-3">
        <Button onClick={onDone}>I've saved them</Button>
        <CopyButton what="Recovery codes" text={codes.join('\n')} />
      </div>
    </div>
  )
}
