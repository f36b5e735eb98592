import { type FormEvent, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import {
  TOKEN_NAME_MAX_LENGTH,
  type TokenScope,
  tokenMessages,
  tokenScopeMessages,
  tokenScopes,
} from '#shared/api-token.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import styles from './tokens.module.css'

/** Creates a token and shows it once, so only the Done button closes the dialog then. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string>()
  const isMade = token !== undefined
  return (
    <Dialog onClose={onClose} title={isMade ? 'Your new token' : 'Create token'} locked={isMade}>
      {isMade ? <NewToken token={token} onDone={onClose} /> : <CreateTokenForm onMade={setToken} onCancel={onClose} />}
    </Dialog>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000
const lifetimes = [
  { days: '30', name: 'In 30 days' },
  { days: '90', name: 'In 90 days' },
  { days: '365', name: 'In a year' },
  { days: '', name: 'Never' },
]

type Props = { onMade: (token: string) => void; onCancel: () => void }

/** Name, scopes, customer and lifetime of a new token. */
function CreateTokenForm({ onMade, onCancel }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const [customerEmail, setCustomerEmail] = useState('')
  const [days, setDays] = useState('90')
  const [tried, setTried] = useState(false)
  const nameRef = useRef<HTMLInputElement>(null)
  const scopeRef = useRef<HTMLInputElement>(null)
  const customerRef = useRef<HTMLInputElement>(null)
  const utils = trpc.useUtils()
  const make = trpc.admin.tokens.create.useMutation({
    onSuccess: ({ token }) => onMade(token),
    onError: ({ data }) => data?.field === 'customerEmail' && customerRef.current?.focus(),
    onSettled: () => utils.admin.tokens.list.invalidate(),
  })
  const maySubmit = scopes.includes('orders')
  const refused = make.error?.data?.field === 'customerEmail' ? make.error.message : undefined
  const missing = {
    name: tried && !name.trim() ? tokenMessages.noName : undefined,
    scopes: tried && scopes.length === 0 ? tokenMessages.noScope : undefined,
    customer: tried && !customerEmail.trim() ? tokenMessages.noCustomer : refused,
  }

  const choose = (scope: TokenScope, isChosen: boolean) =>
    setScopes(isChosen ? [...scopes, scope] : scopes.filter((each) => each !== scope))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!name.trim()) return nameRef.current?.focus()
    if (scopes.length === 0) return scopeRef.current?.focus()
    if (maySubmit && !customerEmail.trim()) return customerRef.current?.focus()
    if (make.isPending) return
    make.mutate({
      name,
      scopes: [...scopes],
      ...(maySubmit && { customerEmail }),
      ...(days && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    })
  }

  return (
    <form className="stack gap-4" noValidate onSubmit={submit}>
      {make.isError && !refused && (
        <Notice tone="bad" role="alert" title="We couldn't create the token">
          {make.error.message}
        </Notice>
      )}
      <TextField
        ref={nameRef}
        label="Name"
        hint="What it's for, such as 'Nightly export'"
        autoComplete="off"
        maxLength={TOKEN_NAME_MAX_LENGTH}
        value={name}
        onValueChange={setName}
        error={missing.name}
      />
      <fieldset className={styles.choices} aria-describedby={missing.scopes && 'scopes-error'}>
        <legend>Permissions</legend>
        {tokenScopes.map((scope, at) => (
          <Checkbox
            key={scope}
            ref={at === 0 ? scopeRef : undefined}
            label={
              <>
                {tokenScopeMessages[scope]}
                <span className={`muted text-sm ${styles.scope} mono`}>{scope}</span>
              </>
            }
            checked={scopes.includes(scope)}
            onCheckedChange={(isChosen) => choose(scope, isChosen)}
          />
        ))}
        {missing.scopes && <FieldError id="scopes-error">{missing.scopes}</FieldError>}
      </fieldset>
      {maySubmit && (
        <TextField
          ref={customerRef}
          clean={withoutInvisible}
          type="email"
          label="Customer's email address"
          hint="The token submits cards for this customer only"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={customerEmail}
          onValueChange={setCustomerEmail}
          error={missing.customer}
        />
      )}
      <SelectField label="Expires" value={days} onValueChange={setDays}>
        {lifetimes.map((each) => (
          <option key={each.name} value={each.days}>
            {each.name}
          </option>
        ))}
      </SelectField>
      <div className="cluster end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={make.isPending}>
          {make.isPending ? 'Creating...' : 'Create token'}
        </Button>
      </div>
    </form>
  )
}

/** Shows the plain token; only its hash is stored. */
function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const [copyState, copy] = useCopy()
  return (
    <div className="stack gap-4">
      <Notice tone="warn" role="status" title="Copy it now">
        We won't show it again. Treat it like a password: anyone who has it can use it.
      </Notice>
      <code className={styles.token}>{token}</code>
      <div className="cluster end gap-2">
        <CopyButton what="Token" state={copyState} onCopy={() => copy(token)} />
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
